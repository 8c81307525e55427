// Nobody outside this process knows it, so no name or text can hold one.
const secret = crypto.randomUUID()

const MARK = new RegExp(`listviews-${secret}-([\\w-]*) ([^;]*);`, 'g')

/** Where the named views of a list stand: what is cached for all is filled in for each person. */
export const ListViewsMark = ({ region, path }: { region: string; path: string }) => (
  <>{`listviews-${secret}-${region} ${encodeURIComponent(path).replaceAll("'", '%27')};`}</>
)

export type ListViewsPlace = { region: string; path: string }

/** What stands before and after the first mark, without any others. */
export function findListViews(html: string): { before: string; after: string; views?: ListViewsPlace } {
  MARK.lastIndex = 0
  const found = html.includes(secret) ? MARK.exec(html) : null
  if (!found) return { before: html, after: '' }
  const [mark, region = '', path = ''] = found
  const after = html.slice(found.index + mark.length).replace(MARK, '')
  return { before: html.slice(0, found.index), after, views: { region, path: decodeURIComponent(path) } }
}

/** The first mark becomes what `fill` makes of it, others nothing: a page has one list with views. */
export function fillListViews(html: string, fill: (region: string, path: string) => string): string {
  if (!html.includes(secret)) return html
  let filled = false
  return html.replace(MARK, (_, region: string, path: string) => {
    const bar = filled ? '' : fill(region, decodeURIComponent(path))
    filled = true
    return bar
  })
}
