import { Button, IconButton } from '#views/ui/button.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { NO_FORM } from '#views/ui/no-form.ts'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'

type CategoryFieldLine = {
  id: string
  version: number
  label: string
  compulsary: boolean
  typeid: number
  archived: boolean
}

type FieldsProps = {
  categoryid: string
  fields: readonly CategoryFieldLine[]
  editing?: string
  archived: boolean
  canwrite: boolean
}

const types: Record<number, string> = { 0: 'Text', 1: 'Date', 3: 'Number', 4: 'Yes or no' }
const swap = { 'hx-target': '#fields', 'hx-swap': 'outerMorph' }

export function CategoryFieldsTab(props: FieldsProps) {
  const { categoryid, fields, editing, archived, canwrite } = props
  return (
    <div id="fields" className="steps" data-noguard="">
      {canwrite && (
        <label className="toggle">
          <input
            type="checkbox"
            name="archived"
            value="true"
            form={NO_FORM}
            defaultChecked={archived}
            hx-get={`/admin/categories/${categoryid}/fields`}
            hx-include="this"
            hx-trigger="change"
            {...swap}
          />
          <span>Show archived</span>
        </label>
      )}
      {fields.length === 0 ? (
        <EmptyState
          icon="clipboard-list"
          text="No fields have been added."
          hint="They appear on the Details of every job of this category."
        />
      ) : (
        <ul>
          {fields.map((field) =>
            field.id === editing ? (
              <EditField key={field.id} {...props} field={field} />
            ) : (
              <OneField key={field.id} {...props} field={field} />
            ),
          )}
        </ul>
      )}
      {canwrite && !editing && (
        <div className="addstep" data-step="">
          <FieldInputs within={`add-${fields.length}`} />
          <Button
            icon="plus"
            hx-post={`/admin/categories/${categoryid}/fields`}
            hx-include="closest [data-step]"
            {...swap}
          >
            Add field
          </Button>
        </div>
      )}
    </div>
  )
}

type OneProps = FieldsProps & { field: CategoryFieldLine }

function OneField({ field, categoryid, canwrite }: OneProps) {
  const { id, label, compulsary, typeid, archived } = field
  const url = `/admin/categories/${categoryid}/fields`
  return (
    <li id={`field-${id}`} className={archived ? 'archived' : undefined}>
      <div>
        <strong>{label}</strong> {compulsary && <Chip level="info">Compulsory</Chip>}{' '}
        {typeid !== 0 && <Chip>{types[typeid] ?? 'Text'}</Chip>} {archived && <Chip>Archived</Chip>}
      </div>
      {canwrite && (
        <span className="actions">
          {!archived && (
            <IconButton icon="pencil" label={`Edit ${label}`} hx-get={`${url}?edit=${id}`} {...swap} />
          )}
          <IconButton
            icon={archived ? 'archive-restore' : 'archive'}
            label={`${archived ? 'Restore' : 'Archive'} ${label}`}
            hx-post={`${url}/${id}/${archived ? 'restore' : 'archive'}`}
            {...swap}
          />
        </span>
      )}
    </li>
  )
}

function EditField({ field, categoryid }: OneProps) {
  const url = `/admin/categories/${categoryid}/fields`
  return (
    <li id={`field-${field.id}`} className="editing" data-step="" data-editor="">
      <VersionInput name="fieldversion" value={field.version} form={NO_FORM} />
      <FieldInputs within={field.id} label={field.label} compulsary={field.compulsary} />
      <span className="actions">
        <Button small hx-get={url} {...swap}>
          Cancel
        </Button>
        <Button small icon="check" hx-post={`${url}/${field.id}`} hx-include="closest [data-step]" {...swap}>
          Keep
        </Button>
      </span>
    </li>
  )
}

type WordsProps = { within: string; label?: string; compulsary?: boolean }

/** `within` makes the ids unique, and new after each addition: the next one begins empty. */
function FieldInputs({ within, label, compulsary }: WordsProps) {
  return (
    <FieldRow>
      <TextInput
        label="Label"
        id={`field-label-${within}`}
        name="fieldlabel"
        value={label}
        maxlength={120}
        form={NO_FORM}
      />
      <Checkbox
        label="Compulsory"
        id={`field-compulsary-${within}`}
        name="fieldcompulsary"
        checked={compulsary}
        form={NO_FORM}
      />
    </FieldRow>
  )
}
