/** Whether this is no id, but a whole game or challenge, as pages without a server send them. */
export function isLink(id: string): boolean {
  return /^[a-z]\d{1,3}\./.test(id);
}
