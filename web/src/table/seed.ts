/** Whether a text can be a seed: one word of letters, digits, `-` and `_`. */
export function isSeed(text: string): boolean {
  return /^[\p{L}\p{N}_-]{1,40}$/u.test(text.trim());
}
