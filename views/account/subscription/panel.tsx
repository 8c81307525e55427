import type { ReactNode } from 'react'
import { Panel } from '#views/ui/panel.tsx'
import { type PaymentRow, SubscriptionPayments } from './payments.tsx'
import { isFree, type StandingProps, SubscriptionStanding } from './standing.tsx'

type PanelProps = {
  standing: StandingProps
  chooser: ReactNode
  payments: readonly PaymentRow[]
  canexport: boolean
}

export const SubscriptionPanel = ({ standing, chooser, payments, canexport }: PanelProps) => (
  <div className="subscription">
    <SubscriptionStanding {...standing} />
    {!isFree(standing) && <Panel title="Choose your plan">{chooser}</Panel>}
    {(!isFree(standing) || payments.length > 0) && (
      <SubscriptionPayments rows={payments} canexport={canexport} />
    )}
  </div>
)
