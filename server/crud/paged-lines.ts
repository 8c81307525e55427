import { integer, object, t } from '#server/http/fields.ts'
import { withQuery } from '#views/ui/links.ts'

/** Of a tab's list, until more are asked for. */
export const TAB_PAGE_SIZE = 20

export const SkipQuery = object({ skip: t.Optional(integer(0, 1_000_000)) })

/** One more is asked for than is shown: nothing is counted. */
export function pagedLines<Row>(
  url: string,
  { skip = 0 }: { skip?: number },
  list: (page: { take: number; skip: number }) => readonly Row[],
): { rows: readonly Row[]; more?: string } {
  const found = list({ take: TAB_PAGE_SIZE + 1, skip })
  return {
    rows: found.slice(0, TAB_PAGE_SIZE),
    more: found.length > TAB_PAGE_SIZE ? withQuery(url, { skip: skip + TAB_PAGE_SIZE }) : undefined,
  }
}
