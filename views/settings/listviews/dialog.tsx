import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { Checkbox, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'

type ViewFields = { name: string; roleid: string | null; opens: boolean }

type ListViewDialogProps = {
  /** Absent for a new one. */
  view?: ViewFields & { id: string; version: number }
  list?: string
  path: string
  search?: string
  roles: readonly { value: string; label: string }[]
  /** May say what a list opens with. */
  manages: boolean
  /** How its dates would move with the day; empty where it has none. */
  moving?: readonly string[]
  /** Who is assigned is whoever looks, as now. */
  mine?: boolean
}

export function ListViewDialog(props: ListViewDialogProps) {
  const { view, list, path, search, roles, manages, moving = [], mine } = props
  return (
    <Dialog
      title={view ? 'View' : 'Save as a view'}
      subtitle="Filters, sort and columns under a name. A view shows nobody more than they may see."
      url={view ? `/views/${view.id}` : '/views'}
      version={view?.version}
      size="small"
      actions={
        view && (
          <Button
            look="danger"
            icon="trash"
            hx-post={`/views/${view.id}/archive?path=${encodeURIComponent(path)}`}
            hx-swap="none"
            {...confirmFirst({ question: `Remove the view ${view.name}?`, yes: 'Remove', danger: true })}
          >
            Remove
          </Button>
        )
      }
    >
      <input type="hidden" name="path" value={path} />
      {list !== undefined && <input type="hidden" name="list" value={list} />}
      {search !== undefined && <input type="hidden" name="search" value={search} />}
      <TextInput name="name" label="Name" value={view?.name} required maxlength={60} />
      <Select
        name="roleid"
        label="Who sees it"
        value={view?.roleid}
        placeholder="Only me"
        options={roles.map(({ value, label }) => ({ value, label: `Everybody with the role ${label}` }))}
      />
      {manages && (
        <Checkbox
          name="opens"
          label="The list opens with it"
          checked={view?.opens}
          hint="For everybody with that role, unless they choose another view."
        />
      )}
      {moving.length > 0 && (
        <Checkbox name="moving" label="Its dates move with the day" hint={`${moving.join('; ')}.`} checked />
      )}
      {mine && (
        <Checkbox
          name="mine"
          label="Assigned to whoever looks"
          hint="Else it stays with you by name."
          checked
        />
      )}
    </Dialog>
  )
}
