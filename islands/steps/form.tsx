import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { NO_LANE } from '#db/job-status.ts'
import { Button } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Select } from '#views/ui/select.tsx'
import { type Step, type StepLane, stepLaneKey } from './props.ts'
import type { FieldErrors, StepValues } from './use-steps.ts'

type StepFormProps = {
  step?: Step
  lanes: readonly StepLane[]
  onSave: (values: StepValues) => Promise<FieldErrors>
  onCancel?: () => void
}

export function StepForm({ step, lanes, onSave, onCancel }: StepFormProps) {
  const root = useRef<HTMLDivElement>(null)
  const { errors, saving, save } = useSaveStep(root, onSave, !step)

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target === controlIn(root, 'name')) {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape' && onCancel) {
      event.preventDefault()
      onCancel()
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the fields within it
    <div ref={root} className={step ? 'stepform' : 'stepform addstep'} onKeyDown={onKeyDown}>
      <StepFields step={step} lanes={lanes} errors={errors}>
        <span className="actions">
          {onCancel && (
            <Button small onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            small={Boolean(step)}
            icon={step ? 'check' : 'plus'}
            aria-busy={saving}
            disabled={saving}
            onClick={() => void save()}
          >
            {step ? 'Keep' : 'Add step'}
          </Button>
        </span>
      </StepFields>
    </div>
  )
}

type Root = RefObject<HTMLDivElement | null>

const controlIn = (root: Root, name: string) =>
  root.current?.querySelector<HTMLInputElement>(`[name=step${name}]`) ?? undefined

/** `next`: the fields are emptied for another step. */
function useSaveStep(root: Root, onSave: StepFormProps['onSave'], next: boolean) {
  const [errors, setErrors] = useState<FieldErrors>()
  const [saving, setSaving] = useState(false)
  const control = (name: string) => controlIn(root, name)
  const typed = (name: string) => control(name)?.value.trim() ?? ''

  async function save(): Promise<void> {
    if (saving) return
    setSaving(true)
    const values = { name: typed('name'), instruction: typed('instruction'), lane: typed('lane') }
    const wrong = await onSave(values)
    setSaving(false)
    setErrors(wrong)
    if (wrong) control(wrong.name ? 'name' : 'instruction')?.focus()
    else if (next) empty(values)
  }

  /** The next one may be begun already: the hub can bring a step before its own answer. */
  function empty(saved: StepValues): void {
    if (typed('name') === saved.name) control('name')?.focus()
    for (const name of ['name', 'instruction'] as const) {
      const field = control(name)
      if (field && typed(name) === saved[name]) field.value = ''
    }
  }

  return { errors, saving, save }
}

type StepFieldsProps = Pick<StepFormProps, 'step' | 'lanes'> & { errors: FieldErrors; children: ReactNode }

function StepFields({ step, lanes, errors, children }: StepFieldsProps) {
  const id = step?.id ?? 'new'
  return (
    <>
      <TextInput
        label="Step"
        id={`step-name-${id}`}
        name="stepname"
        value={step?.name}
        maxlength={120}
        form={NO_FORM}
        error={errors?.name}
        autoFocus={Boolean(step)}
      />
      <TextArea
        label="Instruction"
        id={`step-instruction-${id}`}
        name="stepinstruction"
        value={step?.instruction}
        maxlength={4000}
        rows={2}
        form={NO_FORM}
        error={errors?.instruction}
      />
      <FieldRow>
        <Select
          label="Lane"
          id={`step-lane-${id}`}
          name="steplane"
          form={NO_FORM}
          value={step ? stepLaneKey(step) : String(NO_LANE)}
          options={lanes}
          error={errors?.category}
        />
        {children}
      </FieldRow>
    </>
  )
}
