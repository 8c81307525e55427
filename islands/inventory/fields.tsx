import { useState } from 'react'
import { searchSuppliers, useNames } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { FieldError } from '#views/ui/field.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { OPENING, toItemValues } from './item-form.ts'
import { LivePrice } from './live-price.tsx'
import type { InventoryProps } from './props.ts'
import { includeChosen } from './with-chosen-option.ts'

type ItemCategory = { id: string; name: string; nonpickable: boolean; inventoryclass: number | null }

export type PartProps = { item: Item; props: InventoryProps; errors: Readonly<Record<string, string>> }

export const itemFieldProps =
  ({ item, props, errors }: PartProps) =>
  (name: string) => ({
    name,
    label: props.labels[name] ?? name,
    error: errors[name],
    value: String(toItemValues(item)[name] ?? ''),
  })

type GeneralProps = PartProps & { form: { current: HTMLFormElement | null } }

/** What an item needs to be used, sold and counted; the rest stands below and on the other tabs. */
export function GeneralFields({ form, ...part }: GeneralProps) {
  const { item, props, errors } = part
  const field = itemFieldProps(part)
  const [supplier, setSupplier] = useState(item.supplier)
  const categories = useNames<ItemCategory>(
    props.can.categories ? '/api/categories?jobcategory=false&take=500' : null,
  )
  const [kept, setKept] = useState(item.keptinstock)

  /** A new item of what is not picked, such as labour, begins as not kept. */
  function chooseCategory(id: string): void {
    const chosen = categories?.find((one) => one.id === id)
    if (item.id === '') setKept(!chosen?.nonpickable || chosen.inventoryclass !== null)
  }

  return (
    <div className="stacked">
      <FieldRow>
        <TextInput {...field('materialname')} label="Name" maxlength={200} autoFocus={item.id === ''} />
        <TextInput {...field('code')} required maxlength={60} />
      </FieldRow>
      <FieldRow>
        <TextInput {...field('baseunit')} label="Unit" maxlength={40} hint="Such as kg, m, hour or each." />
        {item.id === '' && props.can.adjust && kept && (
          <DecimalInput label="Opening quantity" name={OPENING} hint="What lies there today." />
        )}
      </FieldRow>
      <KeptInStock checked={kept} onChange={setKept} error={errors.keptinstock} />
      {props.can.rates && (
        <>
          <FieldRow>
            <DecimalInput {...field('rate')} label="Cost" prefix="R" />
            <DecimalInput {...field('mupercent')} suffix="%" />
          </FieldRow>
          <LivePrice
            item={item}
            form={form}
            wrong={Boolean(errors.rate ?? errors.mupercent ?? errors.muamount)}
          />
        </>
      )}
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
        <TextInput {...field('barcode')} maxlength={80} />
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
      What jobs use of it is taken out of stock.
    </p>
  </div>
)

export function ConfigFields(part: PartProps) {
  const { item, props } = part
  const field = itemFieldProps(part)
  const places = useNames(props.can.storage ? '/api/storage?take=500' : null)
  return (
    <div className="stacked">
      <FieldRow>
        <Select
          {...field('inventoryclass')}
          options={props.classes.map(({ value, label }) => ({ value: String(value), label }))}
          placeholder="As its category says"
          hint="What using it does to stock."
        />
        <Select
          key={places ? 'all' : 'own'}
          {...field('defaultstorageid')}
          options={includeChosen(places, item.defaultstorageid).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          placeholder="No fixed place"
        />
      </FieldRow>
      <TextInput {...field('consignmentcode')} maxlength={60} width="half" />
      <TextArea {...field('defaultponote')} maxlength={1000} rows={4} />
    </div>
  )
}

export function OperationsFields(part: PartProps & { base: string }) {
  const field = itemFieldProps(part)
  const unit = part.base || undefined
  return (
    <div className="stacked">
      <FieldRow>
        <DecimalInput {...field('unitweight')} suffix="kg" />
        <DecimalInput {...field('unitmass')} suffix="kg" />
        <DecimalInput {...field('unitseconds')} suffix="s" />
      </FieldRow>
      <FieldRow>
        <DecimalInput {...field('maxperjob')} suffix={unit} />
        <DecimalInput {...field('leadtime')} suffix="days" />
        <DecimalInput {...field('minimumordervolume')} suffix={unit} />
      </FieldRow>
      <FieldRow>
        <DecimalInput {...field('minimumproductionvolume')} suffix={unit} />
        <DecimalInput
          {...field('minimumfinishedgoodsvolume')}
          suffix={unit}
          hint="Less than this is available: the stock worklist says so."
        />
      </FieldRow>
      <FieldRow>
        <TextInput {...field('packagingassetcode')} maxlength={60} />
        <DecimalInput {...field('packagingquantity')} suffix={unit} />
      </FieldRow>
    </div>
  )
}
