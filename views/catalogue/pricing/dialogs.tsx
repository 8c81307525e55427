import { ClientPicker } from '#views/contacts/clients/picker.tsx'
import { exactRate, formatPercent, formatRate } from '#views/format.ts'
import { ArchiveButton } from '#views/ui/archived.tsx'
import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import type { PriceLine } from './group.tsx'

type GroupDialogProps = {
  group?: { id: string; version: number; name: string; archived: boolean }
  history?: readonly HistoryLine[]
  zone?: string
}

export function GroupDialog({ group, history = [], zone = '' }: GroupDialogProps) {
  const name = (
    <TextInput label="Name" name="name" value={group?.name} maxlength={120} required autoFocus={!group} />
  )
  return (
    <Dialog
      title={group ? 'Edit pricing group' : 'Add pricing group'}
      subtitle={group?.name}
      url={group ? `/admin/pricing/${group.id}` : '/admin/pricing'}
      method={group ? 'patch' : 'post'}
      submit={group ? undefined : 'Create'}
      version={group?.version}
      size={group ? 'large' : 'small'}
      actions={group && <ArchiveButton url={`/admin/pricing/${group.id}`} archived={group.archived} />}
      tabs={
        group && [
          { id: 'details', label: 'Details', panel: name },
          { id: 'history', label: 'History', panel: <History entries={history} zone={zone} /> },
        ]
      }
    >
      {!group && name}
    </Dialog>
  )
}

type PriceDialogProps = { group: { id: string; name: string }; line?: PriceLine & { version: number } }

export function PriceDialog({ group, line }: PriceDialogProps) {
  const path = `/admin/pricing/${group.id}/items`
  return (
    <Dialog
      title={line ? 'Edit price' : 'Add price'}
      subtitle={line ? `${line.name} [${line.code}] for ${group.name}` : group.name}
      url={line ? `${path}/${line.inventory}` : path}
      method={line ? 'patch' : 'post'}
      submit={line ? undefined : 'Create'}
      version={line?.version}
      size="small"
      actions={
        line && (
          <Button look="danger" icon="trash" hx-post={`${path}/${line.inventory}/remove`} hx-swap="none">
            Remove
          </Button>
        )
      }
    >
      {!line && <Picker label="Item" name="inventory" url="/lookup/inventory" required />}
      <DecimalInput
        label="Base rate"
        name="baserate"
        prefix="R"
        value={line && exactRate(line.baserate)}
        hint="What stands below goes on top of it. For a fixed price enter it here and 0 below."
      />
      <FieldRow>
        <DecimalInput
          label="Percent on it"
          name="markuppercent"
          suffix="%"
          value={line && formatPercent(line.markuppercent).replace(/\s*%$/, '')}
          hint="Below zero is a discount."
        />
        <DecimalInput
          label="Amount on top"
          name="markupamount"
          prefix="R"
          value={line && exactRate(line.markupamount)}
        />
      </FieldRow>
      {line ? (
        <p className="hint">
          {formatRate(line.price)} per {line.baseunit || 'unit'} as saved; everybody else pays{' '}
          {formatRate(line.ownprice)}.
        </p>
      ) : (
        <p className="hint">Leave empty what shall be as the item has it now.</p>
      )}
    </Dialog>
  )
}

export function ClientDialog({ group }: { group: { id: string; name: string } }) {
  return (
    <Dialog
      title="Add client"
      subtitle={group.name}
      url={`/admin/pricing/${group.id}/clients`}
      size="small"
      submit="Add"
    >
      <ClientPicker
        required
        hint="A client in another group leaves it. Lines that are on jobs already keep their price."
      />
    </Dialog>
  )
}
