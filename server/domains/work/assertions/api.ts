import { assertionRows } from '#db/queries/work/assertions.ts'
import { kinds } from '#server/domains/work/jobs/assertion-kinds.ts'
import { ById, flag, integer, object, reference, t, version } from '#server/http/fields.ts'
import { data, listed } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { addAssertion, changeAssertion, presentAssertion, readAssertion } from './save-assertion.ts'

const manage = { claim: 'settings.manage' } as const
const kind = () => t.String({ maxLength: 40 })

/** Without a board the rule holds on every one. `blocks` refuses the move; else the person is asked once. */
const NewAssertion = object({
  id: t.Optional(reference()),
  kind: kind(),
  boardid: t.Optional(reference()),
  lane: integer(2, 4),
  blocks: t.Optional(flag()),
})

const AssertionChange = object({
  kind: t.Optional(kind()),
  boardid: t.Optional(reference()),
  lane: t.Optional(integer(2, 4)),
  blocks: t.Optional(flag()),
  archived: t.Optional(flag()),
  version: version(),
})

export const assertionsApi: Route[] = [
  api(
    'GET /api/assertions',
    { ...manage, summary: 'The rules that guard lanes, those that are switched off too.' },
    (c) =>
      c.read((db) => {
        const rows = assertionRows(db)
        return data(
          rows.map((row) => presentAssertion(db, row)),
          { total: rows.length },
        )
      }),
  ),

  api('GET /api/assertions/kinds', { ...manage, summary: 'What a rule may ask for.' }, () =>
    listed(kinds.map(({ kind, needs }) => ({ kind, needs }))),
  ),

  api('POST /api/assertions', { ...manage, body: NewAssertion, summary: 'Adds a rule.' }, (c) => {
    const { id: own, kind, lane, boardid = null, blocks = false } = c.body
    return c.write((tx) => addAssertion(tx, { id: own ?? undefined, kind, lane, boardid, blocks }))
  }),

  api('GET /api/assertions/:id', { ...manage, params: ById }, (c) =>
    c.read((db) => readAssertion(db, c.params.id)),
  ),

  api(
    'PATCH /api/assertions/:id',
    { ...manage, params: ById, body: AssertionChange, summary: 'Changes a rule, or switches it off and on.' },
    (c) => c.write((tx) => changeAssertion(tx, c.params.id, c.body)),
  ),

  api('DELETE /api/assertions/:id', { ...manage, params: ById, summary: 'Switches a rule off.' }, (c) =>
    c.write((tx) => changeAssertion(tx, c.params.id, { archived: true })),
  ),
]
