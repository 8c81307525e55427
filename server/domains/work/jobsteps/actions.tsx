import { stepActions } from '#db/schema/tenant/index.ts'
import { askLongTime } from '#server/domains/work/timesheet/ask-long-time.ts'
import { ById, choice, flag, id, minutesField, object, t, text } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { changeJobStep } from './change-job-step.ts'
import { JobStepChange, type StepAction, stepDone } from './input.ts'
import { readJobStep } from './present.ts'
import { startJob } from './start-job.ts'

const StepAt = t.Object({ id: id(), action: choice(...stepActions) })
const StepForm = t.Optional(
  object({ minutes: t.Optional(minutesField()), note: t.Optional(text(500)), long: t.Optional(flag()) }),
)

/** What takes back what was done. */
const takesBack: Partial<Record<StepAction, StepAction>> = {
  start: 'pause',
  pause: 'start',
  finish: 'reopen',
  skip: 'reopen',
}

export const jobStepsActions: Route[] = [
  ...action(
    { api: 'POST /api/jobs/:id/start', page: 'POST /mywork/jobs/:id/start' },
    {
      claim: 'steps.work',
      canwait: true,
      params: ById,
      summary: 'Starts a job without steps: it gets one of its own, which is started.',
    },
    (tx, viewer, c) => readJobStep(tx.db, startJob(tx, viewer, c.params.id), tx.by.userid),
    ({ id }) => saved('Started', 'work timers', `/mywork/steps/${id}/pause`),
  ),

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
      const { action: done } = c.params
      const said = `${step.name} ${stepDone[done]}`
      // Started again without a name, it would run for whoever has it.
      const back = done === 'pause' && !mine ? undefined : takesBack[done]
      return saved(
        message ? `${said}. ${message}` : said,
        'work timers',
        back && `/mywork/steps/${id}/${back}`,
      )
    },
  ),
]
