import type { ReactNode } from 'react'
import { CopyBox } from '#views/people/apikeys/copybox.tsx'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'

export const CalendarDialog = ({ children }: { children: ReactNode }) => (
  <Dialog
    title="My calendar"
    subtitle="What is planned for you, in the calendar of your phone or mail program."
  >
    {children}
  </Dialog>
)

type CalendarAddressProps = {
  /** Their name as a worker; undefined: nothing is planned for them. */
  worker?: string
  /** When the address that works now was made. */
  made?: string
  /** Shown here and never again. */
  address?: string
  zone: string
}

const swap = { 'hx-target': '#calendar', 'hx-swap': 'outerHTML' }

export function CalendarAddress({ worker, made, address, zone }: CalendarAddressProps) {
  if (!worker)
    return (
      <div id="calendar">
        <EmptyState
          icon="calendar"
          text="You are not a worker of this account, so that nothing is planned for you."
          hint="Whoever manages workers can say which of them you sign in as."
        />
      </div>
    )
  return (
    <div id="calendar" className="calendaraddress">
      {address && <NewAddress address={address} />}
      {!address && made && (
        <p>
          Your address was made <DateTime iso={made} zone={zone} relative />, and is shown no more. Lost it? A
          new one ends the old.
        </p>
      )}
      {!made && <p>There is no address yet.</p>}
      <p className="hint">
        Whoever has the address sees what is planned for {worker}: references, descriptions, clients and
        locations, no prices and no telephone numbers. It works until you end it or lose your seat. Google
        asks for it once in 8 to 24 hours, others more often.
      </p>
      <div className="buttons">
        <Button
          look={made ? 'plain' : 'primary'}
          icon="refresh-cw"
          hx-post="/calendar"
          {...(made &&
            confirmFirst({
              question: 'Make a new address? The one before stops working at once.',
              yes: 'Make new address',
            }))}
          {...swap}
        >
          {made ? 'New address' : 'Make the address'}
        </Button>
        {made && (
          <Button
            look="quiet"
            hx-delete="/calendar"
            {...confirmFirst({
              question: 'End the address? Calendars that ask for it get nothing more.',
              yes: 'End it',
              danger: true,
            })}
            {...swap}
          >
            End it
          </Button>
        )}
      </div>
    </div>
  )
}

const NewAddress = ({ address }: { address: string }) => (
  <Banner level="success">
    <p>Copy it now: it is shown this once. In your calendar choose to subscribe to an address.</p>
    <CopyBox label="Address of my calendar" value={address} />
  </Banner>
)
