import { duration } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateText } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { MinutesInput } from '#views/ui/inputs.tsx'
import { canWait, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { Banner } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import type { WorkedLine } from './types.ts'

/** A full day, which a forgotten timer stands for most often. */
const DAY_MINUTES = 480

type ConfirmTimeProps = WorkedLine & { date: string }

export function ConfirmTime({ id, version, name, jobid, reference, date, minutes }: ConfirmTimeProps) {
  return (
    <Form
      url={`/mywork/time/${id}`}
      className="confirmtime"
      guarded={false}
      {...canWait(`Time worked on ${name} (${reference})`, id, ofJob(jobid, reference))}
    >
      <Banner level="warning">
        The timer of {name} ({reference}) ran for {duration(minutes)} from <DateText date={date} />. How long
        did you work?
      </Banner>
      <div className="answers">
        <VersionInput value={version} />
        <MinutesInput
          label="Time worked"
          id={`time-${id}`}
          name="minutes"
          minutes={DAY_MINUTES}
          width="narrow"
          required
        />
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button
          hx-post={`/mywork/time/${id}`}
          hx-vals={JSON.stringify({ minutes, version })}
          hx-include="none"
          hx-swap="none"
        >
          It was {duration(minutes)}
        </Button>
      </div>
      <WaitsHere group={id} />
    </Form>
  )
}
