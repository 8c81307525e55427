import { useState } from 'react'
import { searchSuppliers, useNames } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import { itemWords } from '#server/domains/catalogue/inventory/fields.ts'
import { FieldError } from '#views/ui/field.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { CostAndPrice } from './cost-and-price.tsx'
import { itemFieldProps, type PartProps } from './fields.tsx'
import { OPENING } from './item-form.ts'
import { MadeFrom } from './made-from.tsx'
import { includeChosen } from './with-chosen-option.ts'

type ItemCategory = { id: string; name: string; nonpickable: boolean; inventoryclass: number | null }

type GeneralProps = PartProps & { form: { current: HTMLFormElement | null } }

/** What an item needs to be used, sold and counted; the rest folds out, or stands on the other tabs. */
export function GeneralFields({ form, ...part }: GeneralProps) {
  const { item, props, errors } = part
  const field = itemFieldProps(part)
  const isNew = item.id === ''
  const [kept, setKept] = useState(item.keptinstock)
  return (
    <div className="stacked">
      <FieldRow>
        <TextInput
          {...field('materialname')}
          label={itemWords.materialname}
          maxlength={200}
          autoFocus={isNew}
        />
        <TextInput
          {...field('baseunit')}
          label={itemWords.baseunit}
          maxlength={40}
          hint="Such as kg, m, hour or each."
        />
      </FieldRow>
      {props.can.rates && <CostAndPrice {...part} form={form} />}
      <FieldRow>
        <KeptInStock checked={kept} onChange={setKept} error={errors.keptinstock} />
        {isNew && props.can.adjust && kept && (
          <DecimalInput label="Opening quantity" name={OPENING} hint="What lies there today." />
        )}
      </FieldRow>
      {isNew && <MadeFrom />}
      <details className="morefields" open={!isNew || folded.some((name) => errors[name])}>
        <summary>
          {isNew ? 'More: code, category, supplier, make and model' : 'Code, category and more'}
        </summary>
        <MoreFields {...part} onKept={setKept} />
      </details>
    </div>
  )
}

const folded = ['code', 'barcode', 'category', 'supplier', 'mupercent', 'make', 'model', 'materialcode']

function MoreFields({ onKept, ...part }: PartProps & { onKept: (kept: boolean) => void }) {
  const { item, props, errors } = part
  const field = itemFieldProps(part)
  const [supplier, setSupplier] = useState(item.supplier)
  const categories = useNames<ItemCategory>(
    props.can.categories ? '/api/categories?jobcategory=false&take=500' : null,
  )

  /** A new item of what is not picked, such as labour, begins as not kept. */
  function chooseCategory(id: string): void {
    const chosen = categories?.find((one) => one.id === id)
    if (item.id === '') onKept(!chosen?.nonpickable || chosen.inventoryclass !== null)
  }

  return (
    <div className="stacked">
      <FieldRow>
        <TextInput
          {...field('code')}
          maxlength={60}
          required={item.id !== ''}
          hint={item.id === '' ? 'Made for you when left empty.' : undefined}
        />
        <TextInput {...field('barcode')} maxlength={80} />
      </FieldRow>
      <FieldRow>
        <Select
          key={categories ? 'all' : 'own'}
          {...field('category')}
          options={includeChosen(categories, item.category).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          placeholder="No category"
          onChange={({ currentTarget }) => chooseCategory(currentTarget.value)}
        />
        {props.can.suppliers ? (
          <IslandPicker
            label={props.labels.supplier ?? 'Supplier'}
            name="supplier"
            value={supplier}
            search={searchSuppliers}
            delay={300}
            placeholder="Type to find a supplier"
            error={errors.supplier}
            onPick={(picked) => setSupplier(picked && { id: picked.id, name: picked.name })}
          />
        ) : (
          <TextInput label="Supplier" name="" id="fixed-supplier" value={item.supplier?.name} readOnly />
        )}
      </FieldRow>
      <FieldRow>
        <TextInput {...field('make')} maxlength={120} />
        <TextInput {...field('model')} maxlength={120} />
      </FieldRow>
      <FieldRow>
        <TextInput {...field('materialcode')} maxlength={60} />
        {props.can.rates && <DecimalInput {...field('mupercent')} suffix="%" hint="Added to the cost." />}
      </FieldRow>
    </div>
  )
}

type KeptProps = { checked: boolean; onChange: (kept: boolean) => void; error: string | undefined }

const KeptInStock = ({ checked, onChange, error }: KeptProps) => (
  <div className="field checkbox">
    <label htmlFor="keptinstock">
      <input
        type="checkbox"
        id="keptinstock"
        name="keptinstock"
        checked={checked}
        aria-describedby="keptinstock-hint"
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>Kept in stock</span>
    </label>
    {error && <FieldError id="keptinstock-error" text={error} />}
    <p className="hint" id="keptinstock-hint">
      {checked
        ? 'What jobs use of it is taken out of stock.'
        : 'What jobs use of it is charged, and changes no stock.'}
    </p>
  </div>
)
