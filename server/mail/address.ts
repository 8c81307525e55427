const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+\.[^\s@<>()[\]\\,;:"\p{C}]+$/u

export function parseEmail(typed: string): string | null {
  const address = typed.trim().toLowerCase()
  return address.length <= 250 && ADDRESS.test(address) ? address : null
}

export const headerText = (words: string) =>
  words
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 250)
