declare module 'subset-font' {
  /** The font with only these letters. */
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: 'sfnt' },
  ): Promise<Buffer>;
}
