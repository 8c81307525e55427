import { APPROVE } from '#db/job-status.ts'
import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { History, type HistoryLine } from '#views/ui/history.tsx'
import { type Option, Radios, Select } from '#views/ui/select.tsx'

type Assertion = {
  id: string
  version: number
  archived: boolean
  kind: string
  needs: string
  board: { id: string; name: string } | null
  lane: number
  blocks: boolean
}

type AssertionDialogProps = {
  /** Undefined: a new one. */
  assertion?: Assertion
  kinds: readonly Option[]
  lanes: readonly Option[]
  boards: readonly Option[]
  history?: readonly HistoryLine[]
  zone: string
}

const PATH = '/customise/assertions'

export function AssertionDialog({ assertion, kinds, lanes, boards, history, zone }: AssertionDialogProps) {
  const details = <Details {...{ assertion, kinds, lanes, boards }} />
  return (
    <Dialog
      title={assertion ? 'Edit rule' : 'Add rule'}
      subtitle={assertion && `A job needs ${assertion.needs}`}
      url={assertion ? `${PATH}/${assertion.id}` : PATH}
      method={assertion ? 'patch' : 'post'}
      submit={assertion ? undefined : 'Create'}
      version={assertion?.version}
      actions={assertion && <SwitchButton {...assertion} />}
      tabs={
        assertion && [
          { id: 'details', label: 'Details', panel: details },
          { id: 'history', label: 'History', panel: <History entries={history ?? []} zone={zone} /> },
        ]
      }
    >
      {!assertion && details}
    </Dialog>
  )
}

function Details({ assertion, kinds, lanes, boards }: Omit<AssertionDialogProps, 'history' | 'zone'>) {
  return (
    <>
      <Select
        label="A job needs"
        name="kind"
        value={assertion?.kind}
        options={kinds}
        required
        autoFocus={!assertion}
      />
      <Select
        label="Before it goes to"
        name="lane"
        value={String(assertion?.lane ?? APPROVE)}
        options={lanes}
        required
        hint="Going past a lane counts as going through it. Nothing is asked of a job that goes back."
      />
      <Select
        label="Board"
        name="boardid"
        value={assertion?.board?.id}
        options={boards}
        placeholder="Every board"
      />
      <Radios
        label="Without it"
        name="blocks"
        value={assertion?.blocks ? 'block' : 'warn'}
        options={[
          { value: 'warn', label: 'Ask once whether to move it all the same' },
          { value: 'block', label: 'Refuse the move' },
        ]}
      />
    </>
  )
}

const SwitchButton = ({ id, archived }: Assertion) => (
  <Button
    look="quiet"
    icon={archived ? 'check' : 'eye-off'}
    hx-post={`${PATH}/${id}/${archived ? 'restore' : 'archive'}`}
    hx-swap="none"
  >
    {archived ? 'Switch on' : 'Switch off'}
  </Button>
)
