import { FieldRow } from '#views/ui/form.tsx'
import { MinutesInput, TextArea } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'

type WorkingTimeFieldsProps = {
  workingminutes: number
  workingdays: string
  holidays: string
  daysoff: string
}

const weeks: Option[] = [
  { value: '1,2,3,4,5', label: 'Monday to Friday' },
  { value: '1,2,3,4,5,6', label: 'Monday to Saturday' },
  { value: '1,2,3,4,5,6,7', label: 'Every day' },
  { value: '2,3,4,5,6', label: 'Tuesday to Saturday' },
]

/** What the scheduler holds the work of each person against. */
export function WorkingTimeFields({
  workingminutes,
  workingdays,
  holidays,
  daysoff,
}: WorkingTimeFieldsProps) {
  const isListed = weeks.some(({ value }) => value === workingdays)
  const options = isListed
    ? weeks
    : [...weeks, { value: workingdays, label: `Days ${workingdays} of the week` }]
  return (
    <>
      <FieldRow>
        <MinutesInput
          label="A working day of one person"
          name="workingminutes"
          minutes={workingminutes}
          hint="Such as 8:00. The scheduler says where somebody has more."
        />
        <Select label="Working days" name="workingdays" value={workingdays} options={options} />
        <Select
          label="Public holidays"
          name="holidays"
          value={holidays}
          options={[
            { value: 'ZA', label: 'South Africa' },
            { value: 'none', label: 'None' },
          ]}
        />
      </FieldRow>
      <TextArea
        label="Other days off"
        name="daysoff"
        value={daysoff}
        maxlength={4000}
        rows={3}
        hint="One a line, such as 2026-12-24 Closed."
      />
    </>
  )
}
