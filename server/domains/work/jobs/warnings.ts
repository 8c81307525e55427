import { APPROVE, ARCHIVED, isInvoicedOrArchived } from '#db/job-status.ts'
import { fieldLabels } from '#views/field-labels.ts'
import { duration } from '#views/format.ts'

export type Warning = {
  code: 'outputassets' | 'inputassets' | 'unconsumed' | 'steps' | 'scheduled'
  message: string
}

/** Minutes; nothing scheduled is null. */
export type WarningFacts = {
  status: number
  outputassets: number
  inputassets: number
  unconsumed: number
  /** Of these, what goes into what is charged. */
  unconsumedinputs: number
  /** Before the work begins its steps are still to come. */
  begun: boolean
  fixedprice: boolean
  /** Steps of the newest iteration that are neither done nor skipped, of a job that is worked by its steps. */
  opensteps: number
  /** It stands at Complete already, where nobody works on its steps. */
  closed: boolean
  standardminutes: number
  scheduledminutes: number | null
}

/** Whether what is open on a job is shown (decision F4). */
export const showsWarnings = (status: number) => status >= APPROVE && status <= ARCHIVED

/** Spec 2, section 4; decision C5. A fixed price is charged though nothing was used. */
export function findWarnings(job: WarningFacts): Warning[] {
  if (!showsWarnings(job.status)) return []
  const ended = isInvoicedOrArchived(job.status)
  const missing = Math.ceil(job.standardminutes - (job.scheduledminutes ?? 0))
  const found: (Warning | false)[] = [
    job.outputassets > 0 && {
      code: 'outputassets',
      message: `${count(job.outputassets, 'piece of equipment that goes out is', 'pieces of equipment that go out are')} not marked as processed.`,
    },
    job.inputassets > 0 && {
      code: 'inputassets',
      message: `${count(job.inputassets, 'piece of equipment that comes in is', 'pieces of equipment that come in are')} not marked as processed.`,
    },
    job.unconsumed > 0 &&
      !job.fixedprice && {
        code: 'unconsumed',
        message: ended
          ? `Nothing was used on ${sayUnconsumed(job, ['line', 'lines'])}.`
          : !job.begun
            ? `${sayUnconsumed(job, ['line is', 'lines are'], 'still to be used')}: the work has not begun.`
            : `Nothing is used yet on ${sayUnconsumed(job, ['line', 'lines'])}: enter what was, or use them as estimated.`,
      },
    job.opensteps > 0 &&
      job.begun && {
        code: 'steps',
        message: ended
          ? `${count(job.opensteps, 'step was', 'steps were')} left open.`
          : `${count(job.opensteps, 'step is', 'steps are')} still open: ${job.closed ? 'move the job back to finish or skip' : 'finish or skip'} ${job.opensteps === 1 ? 'it' : 'them'}.`,
      },
    missing > 0 && {
      code: 'scheduled',
      message: `The ${fieldLabels.scheduledtime.toLowerCase()} is ${duration(missing)} shorter than the standard time.`,
    },
  ]
  return found.filter((warning) => warning !== false)
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

type Unconsumed = Pick<WarningFacts, 'unconsumed' | 'unconsumedinputs'>

/** Whoever quoted one line knows of one: what goes into it is told apart. */
function sayUnconsumed(
  { unconsumed, unconsumedinputs: inputs }: Unconsumed,
  [one, many]: [string, string],
  rest = '',
): string {
  const charged = unconsumed - inputs
  const said = [count(charged || inputs, one, many), rest].filter(Boolean).join(' ')
  if (inputs === 0) return said
  if (charged === 0) return `${said}, of what goes into what is charged`
  return `${said}, and ${inputs} of what goes into ${charged === 1 ? 'it' : 'them'}`
}
