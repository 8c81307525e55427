const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u

/** One e-mail address as it is stored and compared, or null. A list, a name or a line break is none. */
export function emailOf(typed: string): string | null {
  const address = typed.trim().toLowerCase()
  return address.length <= 250 && ADDRESS.test(address) ? address : null
}

/** Words for a header line: whatever would end the line, or cannot be seen, becomes a space. */
export const headerWords = (words: string) =>
  words
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 250)
