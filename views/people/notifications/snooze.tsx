import { fullDate } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { DateInput } from '#views/ui/inputs.tsx'
import type { Option } from '#views/ui/select.tsx'
import { Radios, Select } from '#views/ui/select.tsx'

type SnoozeProps = {
  id: string
  message: string
  /** `day` and `time` by the clock of the account. */
  times: readonly { value: string; label: string; day: string; time: string }[]
}

export function SnoozeDialog({ id, message, times }: SnoozeProps) {
  const options = [
    ...times.map(({ value, label, day, time }) => ({ value, label: `${label}: ${fullDate(day)}, ${time}` })),
    { value: 'date', label: 'On the day below, at 08:00' },
  ]
  return (
    <Dialog
      title="Snooze"
      subtitle={message}
      size="small"
      url={`/notifications/${id}/snooze`}
      submit="Snooze"
    >
      <Radios label="Comes back unread" name="until" value={times[0]?.value ?? 'date'} options={options} />
      <DateInput label="Day" name="date" />
    </Dialog>
  )
}

type AssignProps = { id: string; message: string; people: readonly Option[] }

export const AssignDialog = ({ id, message, people }: AssignProps) => (
  <Dialog
    title="Assign to a colleague"
    subtitle={message}
    size="small"
    url={`/notifications/${id}/assign`}
    submit="Assign"
  >
    {people.length === 0 ? (
      <p>Nobody else here sees what this is about.</p>
    ) : (
      <Select
        label="Colleague"
        name="userid"
        options={people}
        placeholder="Choose"
        required
        autoFocus
        hint="They get it in their inbox, and yours is done."
      />
    )}
  </Dialog>
)
