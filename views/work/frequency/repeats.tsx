import { DateText } from '#views/ui/datetime.tsx'
import { DescriptionList } from '#views/ui/panel.tsx'
import { EmptyState } from '#views/ui/small.tsx'

type RepeatingJobPanelProps = {
  frequency: string
  /** The newest template of the category; undefined for whoever does not see it. */
  template?: { reference: string; description: string; board: string }
  /** There is a template to copy. */
  isready: boolean
  next?: string
}

/** When a job of a category comes again, and of what it is a copy. */
export function RepeatingJobPanel({ frequency, template, isready, next }: RepeatingJobPanelProps) {
  if (frequency === 'standalone')
    return (
      <EmptyState
        icon="refresh-cw"
        text="Jobs of this category do not come again by themselves."
        hint="Choose a frequency under Details, and its newest template is copied each time."
      />
    )
  if (!isready)
    return (
      <EmptyState
        icon="refresh-cw"
        text={`Nothing comes ${frequency} yet: no job of this category is a template.`}
        hint="A template holds what each new job begins with: client, lines, fields and assignee."
      />
    )
  return (
    <>
      <DescriptionList
        facts={[
          { label: 'Comes', value: frequency },
          { label: 'Next', value: <DateText date={next} long /> },
          {
            label: 'A copy of',
            value: template
              ? `${template.reference} ${template.description}, on ${template.board}`
              : 'its newest template',
          },
        ]}
      />
      <p className="hint">
        It is made in the first lane on the day itself. Days on which the program did not run are not made up
        for: the latest one comes, once.
      </p>
    </>
  )
}
