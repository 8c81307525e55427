import { ById } from '#server/http/fields.ts'
import { saved } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { AssertionChange, AssertionForm, NewAssertion } from './input.ts'
import { type Assertion, addAssertion, changeAssertion } from './save-assertion.ts'

const PATH = '/customise/assertions'
const manage = { claim: 'settings.manage' } as const

const savedRule = ({ needs, lanename }: Assertion) =>
  saved(`Into ${lanename} a job needs ${needs}`, 'assertions')

export const assertionsActions: Route[] = [
  ...action(
    { api: 'POST /api/assertions', page: `POST ${PATH}` },
    {
      ...manage,
      body: NewAssertion,
      form: {
        body: AssertionForm,
        input: ({ body: { version: _, ...values } }) => ({
          body: { ...values, blocks: values.blocks === 'block' },
        }),
      },
      summary: 'Adds a rule.',
    },
    (tx, _, c) => {
      const { id, kind, lane, boardid = null, blocks = false } = c.body
      return addAssertion(tx, { id: id ?? undefined, kind, lane, boardid, blocks })
    },
    savedRule,
  ),

  ...action(
    { api: 'PATCH /api/assertions/:id', page: `PATCH ${PATH}/:id` },
    {
      ...manage,
      params: ById,
      body: AssertionChange,
      form: {
        body: AssertionForm,
        input: ({ body: { boardid = null, blocks, ...values } }) => ({
          body: { ...values, boardid, blocks: blocks === 'block' },
        }),
      },
      summary: 'Changes a rule, or switches it off and on.',
    },
    (tx, _, c) => changeAssertion(tx, c.params.id, c.body),
    savedRule,
  ),

  ...action(
    { api: 'DELETE /api/assertions/:id', page: `POST ${PATH}/:id/archive` },
    { ...manage, params: ById, summary: 'Switches a rule off.' },
    (tx, _, c) => changeAssertion(tx, c.params.id, { archived: true }),
    (_, c) => saved('Rule switched off', 'assertions', `${PATH}/${c.params.id}/restore`),
  ),

  page(
    `POST ${PATH}/:id/restore`,
    { summary: 'Brings back a lane’s rule.', ...manage, params: ById },
    async (c) => savedRule(await c.write((tx) => changeAssertion(tx, c.params.id, { archived: false }))),
  ),
]
