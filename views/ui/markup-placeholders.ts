// Nobody outside this process knows it, so nothing that a person typed can pass for a mark.
const secret = crypto.randomUUID()
const marks = new RegExp(`"?${secret}\\.(\\d+)\\."?`, 'g')

/** A thousand kept cards are never rendered or escaped again. They must come from React's renderer or `scriptJson`. */
export function markupPlaceholders() {
  const kept: string[] = []
  return {
    mark: (made: string): string => `${secret}.${kept.push(made) - 1}.`,
    fill: (markup: string): string => markup.replace(marks, (_, index) => kept[Number(index)] ?? ''),
  }
}
