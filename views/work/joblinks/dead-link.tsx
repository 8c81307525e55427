import type { Party } from '#views/documents/types.ts'
import { Icon } from '#views/ui/icon.tsx'
import { ContactWays } from './client-document.tsx'

/** Of a code that never worked it says no more, so that nobody learns whose codes there are. */
export const DeadLink = ({ organisation }: { organisation?: Party }) => (
  <div className="clientpage outcome">
    <Icon name="info" size="large" />
    <h1>This link does not work</h1>
    <p>It may have been answered already, withdrawn, replaced by a newer one, or be past its last day.</p>
    <p>Please ask {organisation?.name ?? 'whoever sent it to you'} for a new one.</p>
    {organisation && <ContactWays {...organisation} />}
  </div>
)

export const OutdatedLink = (organisation: Party) => (
  <div className="clientpage outcome">
    <Icon name="warning" size="large" />
    <h1>This has changed since it was sent to you</h1>
    <p>What you have is not what is offered now, so it cannot be answered. Nothing was recorded.</p>
    <p>Please ask {organisation.name} for the new one.</p>
    <ContactWays {...organisation} />
  </div>
)

export const ShutLink = (organisation: Party) => (
  <div className="clientpage outcome">
    <Icon name="info" size="large" />
    <h1>This cannot be answered by the link at the moment</h1>
    <p>Nothing is wrong with the link. Please tell {organisation.name} your answer in another way.</p>
    <ContactWays {...organisation} />
  </div>
)
