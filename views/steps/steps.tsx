import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'

export type StepLine = {
  id: string
  version: number
  name: string
  instruction: string
  lane: number | null
  archived: boolean
}

type StepsProps = {
  categoryid: string
  steps: readonly StepLine[]
  /** The four lanes by the account's own words, then group 99. */
  lanes: readonly Option[]
  /** The step that is open for changes. */
  editing?: string
  archived: boolean
  canwrite: boolean
}

/** A form that is in no page: the dialog's own form around the tab never sends what names it. */
export const LOOSE = 'f-steps-alone'
const swap = { 'hx-target': '#steps', 'hx-swap': 'outerMorph' }

/** The Steps tab of a job category, lane by lane. Swapped as a whole after each change. */
export function Steps(props: StepsProps) {
  const { steps, lanes, canwrite, editing, archived, categoryid } = props
  const groups = lanes.map((lane) => ({
    lane,
    steps: steps.filter((step) => String(step.lane ?? 99) === lane.value),
  }))
  return (
    <div id="steps" className="steps" data-noguard="">
      {canwrite && (
        <label className="toggle">
          <input
            type="checkbox"
            name="archived"
            value="true"
            form={LOOSE}
            defaultChecked={archived}
            hx-get={`/admin/categories/${categoryid}/steps`}
            hx-include="this"
            hx-trigger="change"
            {...swap}
          />
          <span>Show archived</span>
        </label>
      )}
      {steps.length === 0 && (
        <EmptyState
          icon="list"
          text="No steps have been added."
          hint="Steps are what is done on every job of this category, lane by lane."
        />
      )}
      {groups.map(
        (group) =>
          group.steps.length > 0 && (
            <section key={group.lane.value} aria-label={group.lane.label}>
              <h3>
                {group.lane.label} <span className="count">{group.steps.length}</span>
              </h3>
              <ol>
                {group.steps.map((step, index) =>
                  step.id === editing ? (
                    <EditStep key={step.id} {...props} step={step} />
                  ) : (
                    <Step
                      key={step.id}
                      {...props}
                      step={step}
                      first={index === 0}
                      last={!group.steps[index + 1] || Boolean(group.steps[index + 1]?.archived)}
                    />
                  ),
                )}
              </ol>
            </section>
          ),
      )}
      {canwrite && !editing && <AddStep {...props} />}
    </div>
  )
}

type OneProps = StepsProps & { step: StepLine; first: boolean; last: boolean }

function Step({ step, categoryid, lanes, canwrite, first, last }: OneProps) {
  const { id, name, instruction, lane, archived } = step
  const url = `/admin/categories/${categoryid}/steps/${id}`
  return (
    <li id={`step-${id}`} className={archived ? 'archived' : undefined}>
      <div>
        <strong>{name}</strong> {archived && <Chip>Archived</Chip>}
        <p>{instruction}</p>
      </div>
      {canwrite && !archived && (
        <span className="actions">
          <Select
            label={`Lane of ${name}`}
            hidelabel
            id={`lane-${id}`}
            name="steplane"
            form={LOOSE}
            value={String(lane ?? 99)}
            options={lanes}
            hx-post={`${url}/lane`}
            hx-include="this"
            hx-trigger="change"
            {...swap}
          />
          <IconButton
            id={`up-${id}`}
            icon="arrow-up"
            label={`Move ${name} up`}
            disabled={first}
            hx-post={`${url}/up`}
            {...swap}
          />
          <IconButton
            id={`down-${id}`}
            icon="arrow-down"
            label={`Move ${name} down`}
            disabled={last}
            hx-post={`${url}/down`}
            {...swap}
          />
          <IconButton
            icon="pencil"
            label={`Edit ${name}`}
            hx-get={`/admin/categories/${categoryid}/steps?edit=${id}`}
            {...swap}
          />
          <IconButton icon="archive" label={`Archive ${name}`} hx-post={`${url}/archive`} {...swap} />
        </span>
      )}
      {canwrite && archived && (
        <IconButton icon="archive-restore" label={`Restore ${name}`} hx-post={`${url}/restore`} {...swap} />
      )}
    </li>
  )
}

function EditStep({ step, categoryid }: StepsProps & { step: StepLine }) {
  const url = `/admin/categories/${categoryid}/steps`
  return (
    <li id={`step-${step.id}`} className="editing" data-step="">
      <input type="hidden" name="stepversion" value={step.version} form={LOOSE} />
      <Words name={step.name} instruction={step.instruction} />
      <span className="actions">
        <Button small hx-get={url} {...swap}>
          Cancel
        </Button>
        <Button small icon="check" hx-post={`${url}/${step.id}`} hx-include="closest [data-step]" {...swap}>
          Keep
        </Button>
      </span>
    </li>
  )
}

function AddStep({ categoryid, lanes }: StepsProps) {
  return (
    <div className="addstep" data-step="">
      <Words />
      <FieldRow>
        <Select label="Lane" id="step-lane" name="steplane" form={LOOSE} value="99" options={lanes} />
        <Button
          icon="plus"
          hx-post={`/admin/categories/${categoryid}/steps`}
          hx-include="closest [data-step]"
          {...swap}
        >
          Add step
        </Button>
      </FieldRow>
    </div>
  )
}

function Words({ name, instruction }: { name?: string; instruction?: string }) {
  return (
    <>
      <TextInput label="Step" id="step-name" name="stepname" value={name} maxlength={120} form={LOOSE} />
      <TextArea
        label="Instruction"
        id="step-instruction"
        name="stepinstruction"
        value={instruction}
        maxlength={4000}
        rows={2}
        form={LOOSE}
      />
    </>
  )
}
