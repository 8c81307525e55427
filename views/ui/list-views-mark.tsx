// Nobody outside this process knows it, so no name or text can hold one.
const secret = crypto.randomUUID()

const MARK = new RegExp(`listviews-${secret}-([\\w-]*) ([^;]*);`, 'g')

/** Where the named views of a list stand: what is cached for all is filled in for each person. */
export const ListViewsMark = ({ region, path }: { region: string; path: string }) => (
  <>{`listviews-${secret}-${region} ${encodeURIComponent(path).replaceAll("'", '%27')};`}</>
)

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
