import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { isLongJob } from '#server/domains/work/materials/long-job.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, noSwapReply, snackbarHeaders } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { parseQuantity, type Quantity } from '#server/money/decimal.ts'
import { formatQuantity } from '#views/format.ts'
import { missing } from '#views/ui/field-rules.ts'
import { ofJob } from '#views/ui/outbox.tsx'
import { undoPickLabel } from '#views/work/picking/line.tsx'
import { PickAt, PickedFigures, PickedForm, PickForm, Picks } from './input.ts'
import { type Picked, pickLines, setPicked, undoPick } from './pick-lines.ts'
import { presentPickingList } from './present.ts'

/** Of a job, by the body of the call or the address of the form. */
function isLong({ params, body, read }: Context): boolean {
  const { id: jobid } = (params ?? {}) as { id?: string }
  return read((db) => isLongJob(db, jobid ?? (body as { jobid: string }).jobid))
}

const changes = { claim: 'materials.consume', canwait: true, long: isLong } as const

type ShownLine = ReturnType<typeof presentPickingList>[number]

/** The lines as they stand now, in the order of the list. */
function pickedReply({ db }: Tx, viewer: Viewer, jobid: string, outcomes: readonly Picked[]) {
  const ids = new Set(outcomes.map(({ line }) => line.id))
  const lines = presentPickingList(db, viewer, jobid).filter(({ materialid }) => ids.has(materialid))
  const warnings = new Set(outcomes.flatMap(({ warnings }) => warnings))
  return dataReply(lines, { total: lines.length, message: [...warnings].join(' ') || undefined })
}

const said = (message: string, { warning, undo }: { warning?: string; undo?: PickUndo } = {}) =>
  noSwapReply(
    snackbarHeaders(warning ? `${message}. ${warning}` : message, {
      level: warning ? 'warning' : 'success',
      undo,
      closedialog: true,
      refresh: { table: 'stock jobs' },
    }),
  )

const words = (quantity: number, { unit, inventory }: ShownLine) =>
  `${formatQuantity(parseQuantity(quantity), unit)} of ${inventory.name}`

type PickUndo = ReturnType<typeof undoOf>

const undoOf = ({ id, reference }: { id: string; reference: string }, { picks, description }: ShownLine) => {
  const last = picks.at(-1)
  if (!last || last.undone || last.quantity <= 0) return
  const waits = { label: undoPickLabel(description), group: id, ...ofJob(id, reference) }
  return { url: `/picking/${id}/undo/${last.seq}`, waits }
}

const readJob = ({ params, read }: Context<{ id: string }>) =>
  read((db, viewer) => visibleJob(db, viewer, params.id))

function requireFigure<Field extends string>(field: Field, value: Quantity | null): Quantity {
  if (value === null) throw invalid({ [field]: missing.quantity })
  return value
}

export const pickingActions: Route[] = [
  ...action(
    { api: 'POST /api/jobs/pickinglist', page: 'POST /picking/:id' },
    {
      ...changes,
      body: Picks,
      form: {
        params: ById,
        body: PickForm,
        input: ({ params, body }) => ({ body: { jobid: params.id, lines: [body] } }),
      },
      summary: 'Picks: consumes lines of a job from a place, never more than is left to pick.',
    },
    (tx, viewer, c) => {
      const picks = c.body.lines.map(({ quantity, ...at }) => ({
        ...at,
        quantity: requireFigure('quantity', quantity),
      }))
      return pickedReply(tx, viewer, c.body.jobid, pickLines(tx, viewer, c.body.jobid, picks))
    },
    ([line], c, warning) => {
      const pick = line?.picks.at(-1)
      if (!line || !pick) return said('Picked', { warning })
      const from = pick.storage ? ` from ${pick.storage.name}` : ''
      return said(`${words(pick.quantity, line)} picked${from}`, {
        warning,
        undo: undoOf(readJob(c), line),
      })
    },
  ),

  ...action(
    { api: 'PATCH /api/jobs/pickinglist', page: 'POST /picking/:id/picked' },
    {
      ...changes,
      body: PickedFigures,
      form: {
        params: ById,
        body: PickedForm,
        input: ({ params, body }) => ({ body: { jobid: params.id, lines: [body] } }),
      },
      summary: 'Sets what is picked of lines in all, by movements of the difference.',
    },
    (tx, viewer, c) => {
      const figures = c.body.lines.map(({ picked, ...at }) => ({
        ...at,
        picked: requireFigure('picked', picked),
      }))
      return pickedReply(tx, viewer, c.body.jobid, setPicked(tx, viewer, c.body.jobid, figures))
    },
    ([line], c, warning) =>
      said(line ? `${words(line.picked, line)} picked in all` : 'Saved', {
        warning,
        undo: line && undoOf(readJob(c), line),
      }),
  ),

  page(
    'POST /picking/:id/undo/:seq',
    { ...changes, params: PickAt, summary: 'Puts back what one pick took, to where it came from.' },
    async (c) => {
      const { line, warnings } = await c.write((tx, viewer) =>
        undoPick(tx, viewer, c.params.id, c.params.seq),
      )
      const picked = formatQuantity(line.consumed, line.unit)
      return said(`Put back: ${picked} of ${line.description} picked`, { warning: warnings.join(' ') })
    },
  ),
]
