import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { SendAgain } from './states.tsx'

type Namesake = { contactid: string; name: string; email: string; account: string; archived: boolean }

type ContactDialogProps = { entryid: string; name: string; namesakes: readonly Namesake[] }

/** Whether the one in Xero is the same: a person says so once, and it is kept. */
export const XeroContactDialog = ({ entryid, name, namesakes }: ContactDialogProps) => (
  <Dialog title={`Is it the same ${name}?`} size="small" cancel="Close" actions={<SendAgain id={entryid} />}>
    <p>
      {namesakes.length === 0
        ? 'Xero has nobody of this name any more: send the document again, and the contact is made there.'
        : 'Xero has this name already. Documents go to the contact that you choose, from now on.'}
    </p>
    <ul className="xerostates">
      {namesakes.map(({ contactid, name: there, email, account, archived }) => (
        <li key={contactid}>
          <strong>{there}</strong>{' '}
          <span className="hint">{[account, email, archived && 'archived'].filter(Boolean).join(', ')}</span>{' '}
          <Button
            small
            look="primary"
            hx-post={`/xero/contacts/${entryid}`}
            hx-vals={JSON.stringify({ contactid })}
            hx-swap="none"
          >
            It is the same
          </Button>
        </li>
      ))}
    </ul>
    {namesakes.length > 0 && (
      <p className="hint">
        Somebody else? Xero takes a name once: call one of the two otherwise, then send again.
      </p>
    )}
  </Dialog>
)
