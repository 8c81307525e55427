import type { ReactNode } from 'react'
import { Panel } from '#views/ui/panel.tsx'
import { type PaymentRow, SubscriptionPayments } from './payments.tsx'
import { neverExpires, SubscriptionStatus, type SubscriptionStatusProps } from './status.tsx'

type PanelProps = {
  status: SubscriptionStatusProps
  chooser: ReactNode
  payments: readonly PaymentRow[]
  canexport: boolean
}

export const SubscriptionPanel = ({ status, chooser, payments, canexport }: PanelProps) => (
  <div className="subscription">
    <SubscriptionStatus {...status} />
    {!neverExpires(status) && <Panel title="Choose your plan">{chooser}</Panel>}
    {(!neverExpires(status) || payments.length > 0) && (
      <SubscriptionPayments rows={payments} canexport={canexport} />
    )}
  </div>
)
