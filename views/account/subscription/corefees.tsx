import { formatRand, amount as plainAmount } from '#views/format.ts'
import { NameWithState } from '#views/ui/archived.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { FilterBar, ListCount, ListRegion, Toggle } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Select } from '#views/ui/select.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'
import { TabNav } from '#views/ui/tabs.tsx'

type CoreFeeRow = {
  id: string
  version: number
  archived: boolean
  code: string
  name: string
  description: string
  amount: number
  size: number
  class: string
  quantity: number
  primary: boolean
}

const columns: Column<CoreFeeRow>[] = [
  {
    key: 'name',
    head: 'Name',
    cell: NameWithState,
  },
  { key: 'code', head: 'Code', wide: true, cell: ({ code }) => code },
  { key: 'kind', head: 'Kind', cell: ({ primary }) => (primary ? 'Plan' : 'Add-on') },
  { key: 'size', head: 'Size', numeric: true, cell: ({ size }) => size },
  {
    key: 'quantity',
    head: 'Seats',
    numeric: true,
    wide: true,
    cell: ({ quantity }) => quantity || '–',
  },
  { key: 'amount', head: 'A month', numeric: true, cell: ({ amount }) => formatRand(amount) },
]

export const FeesTabs = ({ at }: { at: 'fees' | 'notifications' }) => (
  <TabNav
    label="Fees"
    links={[
      { href: '/backoffice/fees', label: 'Core fees', current: at === 'fees' },
      {
        href: '/backoffice/fees/notifications',
        label: 'Payment notifications',
        current: at === 'notifications',
      },
    ]}
  />
)

type CoreFeesProps = {
  rows: readonly CoreFeeRow[]
  archived?: boolean
  url: string
  configured: boolean
  canexport: boolean
}

export function CoreFees({ rows, archived, url, configured, canexport }: CoreFeesProps) {
  return (
    <>
      <PageTitle
        title="Fees"
        subtitle="What accounts pay each month. A new price holds for whoever chooses from now on."
        actions={
          <LinkButton look="primary" icon="plus" {...dialogLink('/backoffice/fees/new')} data-new="">
            New fee
          </LinkButton>
        }
      />
      <FeesTabs at="fees" />
      {!configured && (
        <Banner level="info">
          Card payments are not set up: the README says how under JOBLANE_PAYFAST_MERCHANT_ID.
        </Banner>
      )}
      <FilterBar url={url} region="corefees">
        <Toggle name="archived" label="Show archived" checked={archived} />
      </FilterBar>
      <ListRegion id="corefees" refresh="corefees" url={url}>
        <ListCount total={rows.length} noun="fee" exports={canexport ? url : undefined} />
        <Table
          caption="Core fees"
          columns={columns}
          rows={rows}
          rowid={({ id }) => id}
          href={({ id }) => `/backoffice/fees/${id}`}
          url={url}
          region="corefees"
          empty={
            <EmptyState
              icon="tag"
              text="There is no fee yet."
              hint="Add a plan, so that accounts can subscribe."
            />
          }
        />
      </ListRegion>
    </>
  )
}

const sizes = [1, 2, 3].map((size) => ({ value: String(size), label: `Size ${size}` }))
const kinds = [
  { value: 'plan', label: 'Plan' },
  { value: 'addon', label: 'Add-on' },
]
const counted = [
  { value: 'seats', label: 'Seats' },
  { value: 'service', label: 'A service, no seats' },
]

export function CoreFeeDialog({ fee }: { fee?: CoreFeeRow }) {
  const url = fee ? `/backoffice/fees/${fee.id}` : '/backoffice/fees'
  return (
    <Dialog
      title={fee ? fee.name : 'New fee'}
      url={url}
      method={fee ? 'patch' : 'post'}
      submit={fee ? undefined : 'Create'}
      version={fee?.version}
      actions={
        fee && (
          <Button
            icon={fee.archived ? 'archive-restore' : 'archive'}
            hx-post={`${url}/${fee.archived ? 'restore' : 'archive'}`}
            hx-params="none"
            hx-swap="none"
          >
            {fee.archived ? 'Restore' : 'Archive'}
          </Button>
        )
      }
    >
      <FieldRow>
        <TextInput label="Name" name="name" required maxlength={60} value={fee?.name} />
        <TextInput
          label="Code"
          name="code"
          required
          maxlength={30}
          value={fee?.code ?? 'SUB'}
          hint="Monthly fees begin with SUB; others are not on offer."
        />
      </FieldRow>
      <TextInput label="Description" name="description" maxlength={200} value={fee?.description} />
      <FieldRow>
        <Select label="Kind" name="kind" options={kinds} value={fee && !fee.primary ? 'addon' : 'plan'} />
        <Select label="Plan size" name="size" options={sizes} value={String(fee?.size ?? 1)} />
        <DecimalInput
          label="Price a month"
          name="amount"
          prefix="R"
          required
          value={fee ? plainAmount(fee.amount) : ''}
        />
      </FieldRow>
      <FieldRow>
        <Select label="Counts" name="class" options={counted} value={fee?.class ?? 'seats'} />
        <TextInput
          label="Seats each"
          name="quantity"
          inputMode="numeric"
          value={fee?.quantity ?? 1}
          hint="How many seats one of it opens."
        />
      </FieldRow>
    </Dialog>
  )
}
