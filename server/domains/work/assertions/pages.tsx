import { COMPLETE, REVIEW } from '#db/job-status.ts'
import { listHistory } from '#db/queries/history.ts'
import { listOptions } from '#db/queries/options.ts'
import { listAssertions } from '#db/queries/work/assertions.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { assertionKinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { AssertionDialog } from '#views/work/assertions/dialog.tsx'
import { Assertions } from '#views/work/assertions/list.tsx'
import { assertionsExport } from './api-export.ts'
import { type Assertion, presentAssertion, readAssertion } from './save-assertion.ts'

const PATH = '/customise/assertions'
const KEY = 'pages.customise.assertions'
const manage = { claim: 'settings.manage' } as const

const listPage = (c: Context) =>
  c.read((db) => {
    const title = pageTitle(db, KEY)
    const rows = listAssertions(db).map((row) => presentAssertion(db, row))
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

const assertionDialog = (db: TenantDb, assertion?: Assertion) => (
  <AssertionDialog
    assertion={assertion}
    kinds={assertionKinds.map(({ kind, needs }) => ({ value: kind, label: needs }))}
    lanes={lanes(db)}
    boards={listOptions(db, boards)}
    history={assertion && listHistory(db, 'assertions', assertion.id)}
    zone={readZone(db)}
  />
)

export const assertionsPages: Route[] = [
  page(`GET ${PATH}`, { ...manage, summary: 'Lists the rules of lanes (assertions).' }, listPage),

  assertionsExport,

  page(`GET ${PATH}/new`, { ...manage, summary: 'The empty dialog of a lane’s rule.' }, (c) =>
    dialogReply(
      c,
      c.read((db) => assertionDialog(db)),
      () => listPage(c),
    ),
  ),

  page(`GET ${PATH}/:id`, { summary: 'The dialog of a lane’s rule.', ...manage, params: ById }, (c) =>
    dialogReply(
      c,
      c.read((db) => assertionDialog(db, readAssertion(db, c.params.id))),
      () => listPage(c),
    ),
  ),
]
