import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { assertionRows } from '#db/queries/work/assertions.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { kinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { COMPLETE, REVIEW, statusName } from '#server/domains/work/jobs/status.ts'
import type { Context } from '#server/http/context.ts'
import { ById, choice, integer, object, reference, t, version } from '#server/http/fields.ts'
import { dialogOver, saved, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { zoneOf } from '#server/zone.ts'
import { AssertionDialog } from '#views/work/assertions/dialog.tsx'
import { Assertions } from '#views/work/assertions/list.tsx'
import { assertionsExport } from './api-export.ts'
import {
  type Assertion,
  addAssertion,
  changeAssertion,
  presentAssertion,
  readAssertion,
} from './save-assertion.ts'

const PATH = '/customise/assertions'
const KEY = 'pages.customise.assertions'
const manage = { claim: 'settings.manage' } as const

const Form = object({
  kind: t.String({ maxLength: 40 }),
  lane: integer(2, 4),
  boardid: t.Optional(reference()),
  blocks: choice('warn', 'block'),
  version: version(),
})

const listPage = (c: Context) =>
  c.read((db) => {
    const title = pageTitle(db, KEY)
    const rows = assertionRows(db).map((row) => presentAssertion(db, row))
    return view(<Assertions title={title} rows={rows} canexport={c.can('records.export')} />, {
      title,
      page: KEY,
    })
  })

const lanes = (db: TenantDb) =>
  Array.from({ length: COMPLETE - REVIEW + 1 }, (_, at) => REVIEW + at).map((lane) => ({
    value: String(lane),
    label: statusName(db, lane),
  }))

const dialogOf = (db: TenantDb, rule?: Assertion) => (
  <AssertionDialog
    rule={rule}
    kinds={kinds.map(({ kind, needs }) => ({ value: kind, label: needs }))}
    lanes={lanes(db)}
    boards={listOptions(db, boards)}
    history={rule && listHistory(db, 'assertions', rule.id)}
    zone={zoneOf(db)}
  />
)

const sentence = ({ needs, lanename }: Assertion) => `Into ${lanename} a job needs ${needs}`

export const assertionsPages: Route[] = [
  page(`GET ${PATH}`, manage, listPage),

  assertionsExport,

  page(`GET ${PATH}/new`, manage, (c) =>
    dialogOver(
      c,
      c.read((db) => dialogOf(db)),
      () => listPage(c),
    ),
  ),

  page(`POST ${PATH}`, { ...manage, body: Form }, async (c) => {
    const { kind, lane, boardid = null, blocks } = c.body
    const rule = await c.write((tx) => addAssertion(tx, { kind, lane, boardid, blocks: blocks === 'block' }))
    return saved(sentence(rule), 'assertions')
  }),

  page(`GET ${PATH}/:id`, { ...manage, params: ById }, (c) =>
    dialogOver(
      c,
      c.read((db) => dialogOf(db, readAssertion(db, c.params.id))),
      () => listPage(c),
    ),
  ),

  page(`PATCH ${PATH}/:id`, { ...manage, params: ById, body: Form }, async (c) => {
    const { kind, lane, boardid = null, blocks, version: seen } = c.body
    const change = { kind, lane, boardid, blocks: blocks === 'block', version: seen }
    const rule = await c.write((tx) => changeAssertion(tx, c.params.id, change))
    return saved(sentence(rule), 'assertions')
  }),

  page(`POST ${PATH}/:id/archive`, { ...manage, params: ById }, async (c) => {
    await c.write((tx) => changeAssertion(tx, c.params.id, { archived: true }))
    return saved('Rule switched off', 'assertions', `${PATH}/${c.params.id}/restore`)
  }),

  page(`POST ${PATH}/:id/restore`, { ...manage, params: ById }, async (c) => {
    const rule = await c.write((tx) => changeAssertion(tx, c.params.id, { archived: false }))
    return saved(sentence(rule), 'assertions')
  }),
]
