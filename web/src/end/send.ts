/** Share through the system's dialog if there is one, else copy to the clipboard. */
export async function send(text: string): Promise<void> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await navigator.share({ text });
  else await navigator.clipboard.writeText(text);
}
