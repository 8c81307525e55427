import { stepsOf } from '#db/queries/steps.ts'
import { categories, steps } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { flag, id, integer, t, text } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { labelsOf } from '#server/resources.ts'
import { Steps } from '#views/steps/steps.tsx'
import { laneFrom } from './input.ts'
import { addStep, changeStep, NO_LANE, shiftStep } from './save-step.ts'

const ById = t.Object({ id: id() })
const Pair = t.Object({ id: id(), step: id() })
const Shown = t.Object({ edit: t.Optional(id()), archived: t.Optional(flag()) })

// The buttons stand in the dialog's form, whose other fields come along.
const Words = t.Object(
  {
    stepname: t.Optional(text(120)),
    stepinstruction: t.Optional(text(4_000)),
    steplane: t.Optional(t.String({ maxLength: 2 })),
    stepversion: t.Optional(integer(1, 1_000_000_000)),
  },
  { additionalProperties: true },
)

function tab(
  c: Context,
  db: TenantDb,
  categoryid: string,
  shown: { edit?: string; archived?: boolean } = {},
) {
  find(db, categories, categoryid)
  const labels = labelsOf(db)
  const lanes = [1, 2, 3, 4].map((lane) => ({ value: String(lane), label: labels[`jobs.lane${lane}`] ?? '' }))
  return (
    <Steps
      categoryid={categoryid}
      steps={stepsOf(db, categoryid, shown.archived).map(({ step }) => step)}
      lanes={[...lanes, { value: String(NO_LANE), label: 'No lane' }]}
      editing={shown.edit}
      archived={shown.archived ?? false}
      canwrite={c.can('categories.write')}
    />
  )
}

type OnStep = Context<{ id: string; step: string }>

/** Changes one step of a category and answers the tab as it is then. @throws 404 for a step of another category */
async function onStep(c: OnStep, act: (tx: Tx, step: string) => void) {
  await c
    .write((tx) => {
      if (find(tx.db, steps, c.params.step).category !== c.params.id) throw notFound('step')
      act(tx, c.params.step)
    })
    .catch(besideFields)
  return c.read((db) => fragment(tab(c, db, c.params.id)))
}

const names: Record<string, string> = {
  name: 'stepname',
  instruction: 'stepinstruction',
  category: 'steplane',
}

/** The tab's fields have names of their own: the dialog around it has a name too. */
function besideFields(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const { fields = theirs(error.more.data) } = error.more
  const renamed = Object.entries(fields).map(([name, words]) => [names[name] ?? name, words])
  throw new Problem(error.status, error.message, { ...error.more, fields: Object.fromEntries(renamed) })
}

/** What stands now, when somebody else changed the step that was open. */
function theirs(current: unknown): Record<string, string> {
  const { name, instruction } = (current ?? {}) as Partial<typeof steps.$inferSelect>
  return name ? { name: `Now saved: ${name}`, instruction: `Now saved: ${instruction}` } : {}
}

/** The Steps tab in the dialog of a job category. */
export const stepsPages: Route[] = [
  page('GET /admin/categories/:id/steps', { claim: 'categories.read', params: ById, query: Shown }, (c) =>
    c.read((db) => fragment(tab(c, db, c.params.id, c.query))),
  ),

  page(
    'POST /admin/categories/:id/steps',
    { claim: 'categories.write', params: ById, body: Words },
    async (c) => {
      const { stepname: name, stepinstruction: instruction, steplane } = c.body
      const lane = laneFrom(steplane ?? '')
      await c
        .write((tx) => addStep(tx, { category: c.params.id, name, instruction, lane }))
        .catch(besideFields)
      return c.read((db) => fragment(tab(c, db, c.params.id)))
    },
  ),

  page(
    'POST /admin/categories/:id/steps/:step',
    { claim: 'categories.write', params: Pair, body: Words },
    (c) => {
      const { stepname: name = '', stepinstruction: instruction = '', stepversion: version } = c.body
      return onStep(c, (tx, step) => changeStep(tx, step, { name, instruction, version }))
    },
  ),

  page(
    'POST /admin/categories/:id/steps/:step/lane',
    { claim: 'categories.write', params: Pair, body: Words },
    (c) => onStep(c, (tx, step) => changeStep(tx, step, { lane: laneFrom(c.body.steplane ?? '') })),
  ),

  page('POST /admin/categories/:id/steps/:step/up', { claim: 'categories.write', params: Pair }, (c) =>
    onStep(c, (tx, step) => shiftStep(tx, step, -1)),
  ),

  page('POST /admin/categories/:id/steps/:step/down', { claim: 'categories.write', params: Pair }, (c) =>
    onStep(c, (tx, step) => shiftStep(tx, step, 1)),
  ),

  page('POST /admin/categories/:id/steps/:step/archive', { claim: 'categories.write', params: Pair }, (c) =>
    onStep(c, (tx, step) => changeStep(tx, step, { archived: true })),
  ),

  page('POST /admin/categories/:id/steps/:step/restore', { claim: 'categories.write', params: Pair }, (c) =>
    onStep(c, (tx, step) => changeStep(tx, step, { archived: false })),
  ),
]
