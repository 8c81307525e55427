import { ById } from '#server/http/fields.ts'
import { dataReply, saved } from '#server/http/reply.ts'
import { action, type Route } from '#server/http/route.ts'
import { ScheduleChange } from './input.ts'
import { describePlan, rescheduleJob } from './reschedule-job.ts'

export const scheduleActions: Route[] = [
  ...action(
    { api: 'PATCH /api/schedule/:id', page: 'PATCH /schedule/:id' },
    {
      claim: 'schedule.write',
      params: ById,
      body: ScheduleChange,
      summary:
        'Plans a job: its `assignee`, `start` and `scheduledend`. `conflicts` says what does not fit there. 409 with the job as it stands.',
    },
    (tx, viewer, c) => {
      const planned = rescheduleJob(tx, viewer, c.params.id, c.body)
      return dataReply(planned, { message: describePlan(planned) })
    },
    (_, __, message) => saved(message, 'schedule'),
  ),
]
