// Nobody outside this process knows it, so nothing that a person typed can pass for a mark.
const secret = crypto.randomUUID()
const marks = new RegExp(`"?${secret}\\.(\\d+)\\."?`, 'g')

/**
 * Ready-made markup or JSON in a page that React renders: `mark` gives a text to render in its place, and `fill`
 * puts what was kept where the marks stand, so that a thousand kept cards are never rendered or escaped again.
 * In JSON the mark stands as a string, and its quotes go with it. What is kept must come from React's renderer, or
 * from `scriptJson`.
 */
export function markupPlaceholders() {
  const kept: string[] = []
  return {
    mark: (made: string): string => `${secret}.${kept.push(made) - 1}.`,
    fill: (markup: string): string => markup.replace(marks, (_, index) => kept[Number(index)] ?? ''),
  }
}
