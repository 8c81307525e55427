/** Whether a text holds every word of a search, in any case and order; without words any text does. */
export function wordMatch(search = ''): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}
