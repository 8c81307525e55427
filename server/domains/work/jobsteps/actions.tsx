import { askLongTime } from '#server/domains/work/timesheet/ask-long-time.ts'
import { choice, flag, id, minutesField, object, t, text } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { changeJobStep } from './change-job-step.ts'
import { JobStepChange, type StepAction, stepActions } from './input.ts'
import { readJobStep } from './present.ts'

const StepAt = t.Object({ id: id(), action: choice(...stepActions) })
const StepForm = t.Optional(
  object({ minutes: t.Optional(minutesField()), note: t.Optional(text(500)), long: t.Optional(flag()) }),
)

/** What was done, and what takes it back. */
const outcomes: Record<StepAction, { word: string; back?: StepAction }> = {
  start: { word: 'started', back: 'pause' },
  pause: { word: 'paused', back: 'start' },
  finish: { word: 'finished', back: 'reopen' },
  skip: { word: 'skipped', back: 'reopen' },
  reopen: { word: 'open again' },
}

export const jobStepsActions: Route[] = [
  ...action(
    { api: 'PATCH /api/steps/job', page: 'POST /mywork/steps/:id/:action' },
    {
      claim: 'steps.work',
      canwait: true,
      body: JobStepChange,
      form: {
        params: StepAt,
        body: StepForm,
        input: ({ params, body }) => ({ body: { ...askLongTime(body ?? {}), ...params } }),
      },
      summary:
        'Gives a step to a worker, starts, pauses, finishes, skips or reopens it. 409 with the step as it stands.',
    },
    (tx, viewer, c) => {
      const message = changeJobStep(tx, viewer, c.body)
      return dataReply(readJobStep(tx.db, c.body.id, tx.by.userid), { message })
    },
    ({ id, step, mine }, c, message) => {
      const { word, ...done } = outcomes[c.params.action]
      const said = `${step.name} ${word}`
      // Started again without a name, it would run for whoever has it.
      const back = done.back === 'start' && !mine ? undefined : done.back
      return saved(
        message ? `${said}. ${message}` : said,
        'work timers',
        back && `/mywork/steps/${id}/${back}`,
      )
    },
  ),
]
