import { type LabelTable, labelRows, MAX_LABELS } from '#db/queries/labels.ts'
import type { Claim } from '#server/access/claims.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { computeEtag, notModified } from '#server/http/document-reply.ts'
import { object, t, text } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { readLabels } from '#server/resources.ts'
import { VERSION } from '#server/version.ts'
import { QrLabelsPage } from '#views/stock/qrlabels/page.tsx'
import { type LabelQuery, labelPrintQuery, labelQuery, printLabels } from './print-labels.tsx'

const wanted = {
  search: t.Optional(text(200)),
  ...labelQuery,
  ids: t.Optional(
    t.String({ pattern: '^[\\w-]{1,40}(,[\\w-]{1,40}){0,499}$', error: 'must be ids with commas' }),
  ),
}
type LabelsQuery = LabelQuery & { search?: string; ids?: string }

type Kind = { table: LabelTable; claim: Claim; label: string; path: string; noun: string }
const kinds: readonly Kind[] = [
  {
    table: 'equipment',
    claim: 'equipment.read',
    label: 'pages.equipment',
    path: '/equipment/list',
    noun: 'piece of equipment',
  },
  {
    table: 'storage',
    claim: 'equipment.read',
    label: 'pages.admin.storage',
    path: '/admin/storage',
    noun: 'storage place',
  },
  {
    table: 'inventory',
    claim: 'inventory.read',
    label: 'pages.admin.inventory',
    path: '/admin/inventory',
    noun: 'item',
  },
]

// Shelf 2 comes before shelf 10.
const inOrder = new Intl.Collator('en-ZA', { numeric: true })

function findLabels(c: Context, { table }: Kind, { search = '', ids }: LabelsQuery) {
  const rows = c.read((db) => labelRows(db, table, search, ids?.split(',')))
  const labels = rows.filter(({ code }) => code !== '').sort((a, b) => inOrder.compare(a.name, b.name))
  return { labels, without: rows.length - labels.length, toomany: rows.length > MAX_LABELS }
}

export const qrLabelPages: Route[] = kinds.flatMap((kind) => [
  page(
    `GET /labels/${kind.table}`,
    {
      summary: `Labels with a QR code, for printing: ${kind.table}.`,
      claim: kind.claim,
      query: object(wanted),
    },
    (c) => {
      const { labels, ...counts } = findLabels(c, kind, c.query)
      const label = c.read((db) => readLabels(db)[kind.label] ?? kind.table)
      return view(
        <QrLabelsPage
          title={`Labels: ${label}`}
          {...counts}
          count={labels.length}
          query={c.query}
          address={`/labels/${kind.table}`}
          print={`/render/labels/${kind.table}`}
          back={{ href: kind.path, label }}
          noun={kind.noun}
          most={MAX_LABELS}
        />,
        { title: `Labels: ${label}`, page: kind.label },
      )
    },
  ),

  page(
    `GET /render/labels/${kind.table}`,
    {
      claim: kind.claim,
      query: object({ ...wanted, ...labelPrintQuery }),
      summary: 'QR labels as a PDF.',
    },
    async (c) => {
      const { copies = 1 } = c.query
      const etag = computeEtag(VERSION, c.url.pathname, c.url.search, c.seq)
      const same = notModified(c.request, etag)
      if (same) return same
      const { labels, toomany } = findLabels(c, kind, c.query)
      if (toomany || labels.length * copies > MAX_LABELS)
        throw invalid({
          search: `At most ${MAX_LABELS} labels are printed at once. Please narrow the search.`,
        })
      const title = `Labels ${c.read((db) => readLabels(db)[kind.label] ?? kind.table)}`
      return printLabels(c, { title, labels, etag })
    },
  ),
])
