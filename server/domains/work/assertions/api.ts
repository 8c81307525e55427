import { listAssertions } from '#db/queries/work/assertions.ts'
import { assertionKinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { presentAssertion, readAssertion } from './save-assertion.ts'

const manage = { claim: 'settings.manage' } as const
export const assertionsApi: Route[] = [
  api(
    'GET /api/assertions',
    { ...manage, summary: 'The rules that guard lanes, those that are switched off too.' },
    (c) =>
      c.read((db) => {
        const rows = listAssertions(db)
        return dataReply(
          rows.map((row) => presentAssertion(db, row)),
          { total: rows.length },
        )
      }),
  ),

  api('GET /api/assertions/kinds', { ...manage, summary: 'What a rule may ask for.' }, () =>
    listData(assertionKinds.map(({ kind, needs }) => ({ kind, needs }))),
  ),

  api('GET /api/assertions/:id', { ...manage, params: ById, summary: 'A rule of a lane.' }, (c) =>
    c.read((db) => readAssertion(db, c.params.id)),
  ),
]
