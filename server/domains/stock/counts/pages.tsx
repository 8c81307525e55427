import { listOptions } from '#db/queries/options.ts'
import { findScanned } from '#db/queries/stock/scan.ts'
import { listSheets, sheetFigures } from '#db/queries/stock/sheets.ts'
import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { listUnitContexts } from '#db/queries/work/material-context.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { seesWorth } from '#server/domains/stock/stock/item-page.tsx'
import type { Context } from '#server/http/context.ts'
import { ById, object, reference, t } from '#server/http/fields.ts'
import { dataReply, dialogReply, redirect, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { readZone } from '#server/zone.ts'
import { CountLinePage } from '#views/stock/counts/count.tsx'
import { SheetsPage } from '#views/stock/counts/list.tsx'
import { NewSheetDialog } from '#views/stock/counts/new.tsx'
import { SheetPage } from '#views/stock/counts/sheet.tsx'
import { LineChoice, SheetList } from './input.ts'
import { isHidden, presentSheet, presentSheetRow } from './present.ts'
import { nextLine, readCountSheet, type SheetLine } from './sheets.ts'

const shown = { page: 'pages.admin.stock' } as const
const adjusts = { claim: 'stock.adjust' } as const

const AtPlace = object({ storageid: t.Optional(reference()) })

type ListQuery = { skip?: number; take?: number }

const sheetsView = (c: Context, query: ListQuery) =>
  c.read((db) =>
    view(
      <SheetsPage
        rows={listSheets(db, { take: query.take ?? 50, skip: query.skip ?? 0 })}
        total={sheetFigures(db).sheets}
        query={query}
        url={c.url.pathname.endsWith('/new') ? '/admin/stock/counts' : c.url.pathname + c.url.search}
        zone={readZone(db)}
        canadjust={c.can('stock.adjust')}
      />,
      { title: 'Counts', ...shown },
    ),
  )

const newDialog = (db: TenantDb, storageid?: string) => (
  <NewSheetDialog
    storageid={storageid}
    places={placesInUse(db).map(({ id, name }) => ({ value: id, label: name }))}
    categories={listOptions(db, categories, { jobcategory: false })}
  />
)

/** By the line itself or what was scanned: what is not counted yet goes before what is. */
function findLine(
  db: TenantDb,
  lines: readonly SheetLine[],
  { line, code }: { line?: string; code?: string },
) {
  if (!code) return lines.find(({ id }) => id === line)
  const items = new Set(
    findScanned(db, code)
      .filter(({ kind }) => kind === 'item')
      .map(({ id }) => id),
  )
  const found = lines.filter(({ inventoryid }) => items.has(inventoryid))
  return found.find(({ counted }) => counted === null) ?? found[0]
}

/** Undefined where nothing is left to be counted and nothing was asked for. */
export function countLinePage(
  db: TenantDb,
  id: string,
  { query, person }: { query: { line?: string; code?: string }; person: Context['person'] },
) {
  const { sheet, lines } = readCountSheet(db, id)
  const first = nextLine(db, id, undefined, person.userid)
  const line = findLine(db, lines, { ...query, line: query.line ?? first })
  const next = nextLine(db, id, line?.id, person.userid)
  if (!line && !query.code) return
  const units = line ? listUnitContexts(db, [line.inventoryid]).map(({ name }) => name) : []
  return {
    number: sheet.number,
    page: (
      <CountLinePage
        sheet={sheet}
        line={line && (sheet.blind ? withoutExpected(line) : line)}
        units={units}
        code={query.code}
        next={next === line?.id ? undefined : next}
        counted={lines.filter(({ counted }) => counted !== null).length}
        total={lines.length}
      />
    ),
  }
}

export const countPages: Route[] = [
  api(
    'GET /api/stockcounts',
    { claim: 'stock.read', query: SheetList, summary: 'Count sheets, the newest first.' },
    (c) =>
      c.read((db) => {
        const rows = listSheets(db, { take: c.query.take ?? 50, skip: c.query.skip ?? 0 })
        return dataReply(rows.map(presentSheetRow), { total: sheetFigures(db).sheets })
      }),
  ),

  api(
    'GET /api/stockcounts/:id',
    {
      claim: 'stock.read',
      params: ById,
      summary: 'A count sheet with its lines. While a blind one is counted, nothing says what is expected.',
    },
    (c) =>
      c.read((db) => {
        const { sheet, lines } = readCountSheet(db, c.params.id)
        return dataReply(
          presentSheet(sheet, lines, { money: seesWorth(c), canadjust: c.can('stock.adjust') }),
        )
      }),
  ),

  page(
    'GET /admin/stock/counts',
    { claim: 'stock.read', query: SheetList, summary: 'Count sheets, the newest first.' },
    (c) => sheetsView(c, c.query),
  ),

  page(
    'GET /admin/stock/counts/new',
    { ...adjusts, query: AtPlace, summary: 'The dialog that makes a count sheet.' },
    (c) =>
      dialogReply(
        c,
        c.read((db) => newDialog(db, c.query.storageid ?? undefined)),
        () => sheetsView(c, {}),
      ),
  ),

  page(
    'GET /admin/stock/counts/:id',
    { claim: 'stock.read', params: ById, summary: 'A count sheet: to count, to print, or its differences.' },
    (c) =>
      c.read((db) => {
        const { sheet, lines } = readCountSheet(db, c.params.id)
        const canadjust = c.can('stock.adjust')
        const hidden = isHidden(sheet, lines, canadjust)
        return view(
          <SheetPage
            sheet={sheet}
            lines={hidden ? lines.map((line) => ({ ...withoutExpected(line), torecount: false })) : lines}
            hidden={hidden}
            next={nextLine(db, sheet.id, undefined, c.person.userid)}
            zone={readZone(db)}
            canadjust={canadjust}
            money={seesWorth(c)}
          />,
          { title: `Count ${sheet.number}`, ...shown },
        )
      }),
  ),

  page(
    'GET /admin/stock/counts/:id/count',
    { ...adjusts, params: ById, query: LineChoice, summary: 'One line of a count sheet, to be counted.' },
    (c) =>
      c.read((db) => {
        const one = countLinePage(db, c.params.id, c)
        if (!one) return redirect(`/admin/stock/counts/${c.params.id}`)
        return view(one.page, { title: `Count ${one.number}`, ...shown })
      }),
  ),
]

const withoutExpected = (line: SheetLine): SheetLine => ({
  ...line,
  expected: null,
  difference: null,
  worth: 0,
  firstcounted: null,
})
