import { listAccountCodes } from '#db/queries/settings/accountcodes.ts'
import type { TenantDb } from '#db/types.ts'
import { EXPENSE, INCOME, readMiscCode } from '#server/domains/settings/accountcodes/set-misc.ts'
import { timeRoundings } from '#server/domains/work/timesheet/rounding.ts'
import type { Context } from '#server/http/context.ts'
import { choice, minutesField, object, percent, rand, t, text, version } from '#server/http/fields.ts'
import { saved, view } from '#server/http/reply.ts'
import { action, api, page, type Route } from '#server/http/route.ts'
import { asCents, asPercent, toDecimal } from '#server/money/decimal.ts'
import { readLabels } from '#server/resources.ts'
import { zones } from '#server/zone.ts'
import { Manage } from '#views/settings/manage/manage.tsx'
import { readGeneral, saveGeneral } from './general.ts'

const PATH = '/admin/manage'
const manage = { claim: 'settings.manage' } as const

const fields = {
  prefix: t.Optional(text(10)),
  zone: t.Optional(t.String({ maxLength: 60 })),
  negativestock: t.Optional(choice('warn', 'block')),
  steporder: t.Optional(choice('off', 'warn', 'block')),
  timerounding: t.Optional(choice(...timeRoundings)),
  pricetolerance: t.Optional(percent()),
  pricetoleranceamount: t.Optional(rand()),
  workingminutes: t.Optional(minutesField()),
  workingdays: t.Optional(
    t.String({ pattern: '^[1-7](,[1-7]){0,6}$', error: 'must be days of the week like 1,2,3,4,5' }),
  ),
  holidays: t.Optional(choice('ZA', 'none')),
  daysoff: t.Optional(text(4_000, { multiline: true })),
  version: version(),
}

const generalJson = ({ pricetolerance, pricetoleranceamount, ...rest }: ReturnType<typeof readGeneral>) => ({
  ...rest,
  pricetolerance: toDecimal(pricetolerance, 'percent'),
  pricetoleranceamount: toDecimal(pricetoleranceamount, 'cents'),
})

/** What is sent empty is none; what is not sent stays. */
const orNothing = <T,>(value: T | null | undefined, none: T) => (value === null ? none : value)

const miscOptions = (db: TenantDb, type: number) => {
  const chosen = readMiscCode(db, type)
  return { chosen, codes: listAccountCodes(db, type, chosen) }
}

function managePage(c: Context, tab: string | undefined) {
  return c.read((db) => {
    const labels = readLabels(db)
    const title = labels['pages.admin.manage']
    return view(
      <Manage
        title={title}
        tab={tab}
        general={readGeneral(db)}
        zones={zones}
        income={miscOptions(db, INCOME)}
        expense={miscOptions(db, EXPENSE)}
        canseecodes={c.can('accountcodes.read')}
        canorganisations={c.can('organisations.read')}
        canroles={c.can('roles.manage')}
        canusers={c.can('users.manage')}
      />,
      { title, page: 'pages.admin.manage' },
    )
  })
}

/** Spec 2, "Manage screen". */
export const manageRoutes: Route[] = [
  page(
    `GET ${PATH}`,
    {
      summary: 'What an administrator sets up, as links.',
      ...manage,
      query: object({ tab: t.Optional(t.String({ maxLength: 20 })) }),
    },
    (c) => managePage(c, c.query.tab),
  ),

  ...action(
    { api: 'PATCH /api/configuration/settings', page: `PATCH ${PATH}` },
    { ...manage, body: object(fields), summary: 'Changes the general settings.' },
    (tx, _, { body }) =>
      generalJson(
        saveGeneral(tx, {
          ...body,
          workingminutes: body.workingminutes ?? undefined,
          pricetolerance: orNothing(body.pricetolerance, asPercent(0)),
          pricetoleranceamount: orNothing(body.pricetoleranceamount, asCents(0)),
        }),
      ),
    () => saved('Settings updated', 'settings'),
  ),

  api(
    'GET /api/configuration/settings',
    { ...manage, summary: 'The general settings, and the reference that the next job would get.' },
    (c) => c.read((db) => generalJson(readGeneral(db))),
  ),
]
