import { latestReminders } from '#db/queries/sales/reminders.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { requireWholeView } from '#server/domains/sales/invoices/client-payment.ts'
import { invalid } from '#server/errors.ts'
import { ById, date, object, type Static, t } from '#server/http/fields.ts'
import { dataReply, view } from '#server/http/reply.ts'
import { api, page, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'
import { readToday } from '#server/zone.ts'
import { DebtorsPage } from '#views/sales/debtors/debtors.tsx'
import { StatementPage } from '#views/sales/debtors/statement.tsx'
import { ageDebtors, buildMovements, buildStatement } from './ageing.ts'

const title = 'Aged debtors'
const OnDay = object({ date: t.Optional(date()) })
/** `from`: all that changed the balance since, in place of what is open. */
export const OfPeriod = object({ date: t.Optional(date()), from: t.Optional(date()) })
export type StatementPeriod = Static<typeof OfPeriod>
const shown = { claim: 'invoices.read', query: OnDay } as const

/** @throws 400 for a day that has not come */
function chooseDay(db: TenantDb, viewer: Viewer, { date }: { date?: string | null }) {
  requireWholeView(viewer)
  const today = readToday(db)
  if (date && date > today) throw invalid({ date: 'This day has not come yet.' })
  return { on: date ?? today, chosen: Boolean(date) && date !== today }
}

/** The statement of a client, and what it consists of. @throws 400 by field */
export function readClientStatement(db: TenantDb, viewer: Viewer, id: string, query: StatementPeriod) {
  const { on, chosen } = chooseDay(db, viewer, query)
  const { from } = query
  if (from && from > on) throw invalid({ from: 'It begins after it ends.' })
  const movements = from ? buildMovements(db, id, from, on) : undefined
  return { ...buildStatement(db, id, on), movements, chosen }
}

const inRand = <T extends object>(cents: T) =>
  Object.fromEntries(
    Object.entries(cents).map(([name, value]) => [
      name,
      typeof value === 'number' ? toDecimal(value, 'cents') : value,
    ]),
  ) as { [K in keyof T]: T[K] extends number ? number : T[K] }

export const debtorsPages: Route[] = [
  page('GET /invoices/debtors', { ...shown, summary: 'What each client owes, by how long it is due.' }, (c) =>
    c.read((db, viewer) => {
      const { on, chosen } = chooseDay(db, viewer, c.query)
      const { rows, ages, deposits } = ageDebtors(db, on)
      const reminders = latestReminders(
        db,
        rows.flatMap(({ id }) => id ?? []),
      )
      const debtors = rows.map(({ id, ...row }) => ({
        ...{ ...row, id: id ?? 'cash', client: id },
        reminder: reminders.get(id ?? ''),
      }))
      const url = c.url.pathname + c.url.search
      return view(
        <DebtorsPage
          {...{ title, ages, deposits, chosen, url }}
          rows={debtors}
          date={on}
          canwrite={c.can('invoices.write')}
        />,
        {
          title,
          page: 'pages.invoices',
        },
      )
    }),
  ),

  api('GET /api/invoices/debtors', { ...shown, summary: 'What each client owes, by days past due.' }, (c) =>
    c.read((db, viewer) => {
      const { rows, ages, deposits } = ageDebtors(db, chooseDay(db, viewer, c.query).on)
      const data = rows.map(({ id, name, ages }) => ({ client: id ? { id, name } : null, ...inRand(ages) }))
      return dataReply({ clients: data, sums: inRand({ ...ages, deposits }) }, { total: data.length })
    }),
  ),

  page(
    'GET /invoices/statement/:id',
    {
      claim: shown.claim,
      params: ById,
      query: OfPeriod,
      summary: 'What a client owes on a day, item by item, or what changed it since a day.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { id, name } = getRecord(db, clients, c.params.id)
        const heading = `Statement of ${name}`
        return view(
          <StatementPage
            title={heading}
            client={{ id, name }}
            {...readClientStatement(db, viewer, id, c.query)}
            url={c.url.pathname + c.url.search}
            canwrite={c.can('invoices.write')}
            reminder={latestReminders(db, [id]).get(id)}
          />,
          { title: heading, page: 'pages.invoices' },
        )
      }),
  ),

  api(
    'GET /api/invoices/statement/:id',
    {
      claim: shown.claim,
      params: ById,
      query: OfPeriod,
      summary: 'What a client owes on a day, item by item, or what changed it since a day.',
    },
    (c) =>
      c.read((db, viewer) => {
        const { id, name } = getRecord(db, clients, c.params.id)
        const { date, lines, deposits, ages, movements } = readClientStatement(db, viewer, id, c.query)
        const items = lines.map(({ late, total, open, ...line }) => ({
          ...line,
          late,
          ...inRand({ total, open }),
        }))
        const held = deposits.map(({ id, number, jobreference, date, held }) => ({
          ...{ id, number, job: jobreference, date },
          ...inRand({ held }),
        }))
        const since = movements && {
          from: movements.from,
          ...inRand({ opening: movements.opening, closing: movements.closing }),
          lines: movements.lines.map(({ amount, held, balance, ...line }) => ({
            ...line,
            ...inRand({ amount, held, balance }),
          })),
        }
        return { client: { id, name }, date, items, deposits: held, movements: since, ...inRand(ages) }
      }),
  ),
]
