import { useState } from 'react'
import { call, errorMessage, fetchData } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import { Menu, MenuItem } from '#views/ui/menu.tsx'

type Muted = { muted: boolean }

/** Asks only when it is opened whether the job is muted. */
type JobMenuProps = {
  id: string
  /** For whoever may let it come again; gives nothing when what is typed was refused. */
  beforeRepeat?: () => Promise<unknown>
  /** Where a deposit may be asked for. */
  deposit?: string
  /** Where the client may sign for the work. */
  signoff?: string
}

export function JobMenu({ id, beforeRepeat, deposit, signoff }: JobMenuProps) {
  const [muted, setMuted] = useState<boolean>()
  const url = `/api/jobs/mute/${id}`
  const ask = () =>
    fetchData<Muted>(url).then(
      (answer) => setMuted(answer.muted),
      () => setMuted(undefined),
    )
  const change = async () => {
    try {
      const { data } = await call<Muted>(muted ? 'DELETE' : 'POST', url)
      setMuted(data.muted)
      showSnackbar({
        level: 'success',
        message: data.muted ? 'This job tells you nothing more' : 'This job tells you its news again',
      })
    } catch (error) {
      showSnackbar({ level: 'error', message: errorMessage(error) })
    }
  }
  const repeat = async () => {
    if (await beforeRepeat?.()) await window.joblane.dialog(`/templates/${id}/repeat`)
  }
  return (
    <Menu id="job-more" label="More" onOpen={ask}>
      {beforeRepeat && (
        <MenuItem icon="refresh-cw" onClick={() => void repeat()}>
          Repeat…
        </MenuItem>
      )}
      {deposit && (
        <MenuItem icon="banknote" onClick={() => void window.joblane.dialog(deposit)}>
          Ask for a deposit
        </MenuItem>
      )}
      {signoff && (
        <MenuItem icon="pencil" onClick={() => void window.joblane.dialog(signoff)}>
          Have the client sign
        </MenuItem>
      )}
      <MenuItem icon={muted ? 'bell' : 'bell-off'} onClick={() => void change()}>
        {muted ? 'Unmute notifications' : 'Mute notifications'}
      </MenuItem>
    </Menu>
  )
}
