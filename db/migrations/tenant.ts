import type { Migration } from '#db/migrate.ts'
import start from './tenant/0001_start.sql' with { type: 'text' }
import imports from './tenant/0002_imports.sql' with { type: 'text' }
import catalogue from './tenant/0003_catalogue.sql' with { type: 'text' }
import notifications from './tenant/0004_notifications.sql' with { type: 'text' }
import setup from './tenant/0005_setup.sql' with { type: 'text' }
import lists from './tenant/0006_lists.sql' with { type: 'text' }
import wordOrder from './tenant/0007_word_order.sql' with { type: 'text' }
import dueDates from './tenant/0008_due_dates.sql' with { type: 'text' }
import search from './tenant/0009_search.sql' with { type: 'text' }
import estimatesSent from './tenant/0010_estimates_sent.sql' with { type: 'text' }
import laneFigures from './tenant/0011_lane_figures.sql' with { type: 'text' }
import invoiceReviews from './tenant/0012_invoice_reviews.sql' with { type: 'text' }
import estimates from './tenant/0013_estimates.sql' with { type: 'text' }
import importSlices from './tenant/0014_import_slices.sql' with { type: 'text' }
import money from './tenant/0015_money.sql' with { type: 'text' }
import claims from './tenant/0016_claims.sql' with { type: 'text' }
import estimateMail from './tenant/0017_estimate_mail.sql' with { type: 'text' }
import stageIndexes from './tenant/0018_stage_indexes.sql' with { type: 'text' }
import invoiceFigures from './tenant/0019_invoice_figures.sql' with { type: 'text' }
import unbookedLines from './tenant/0020_unbooked_lines.sql' with { type: 'text' }
import refusedRows from './tenant/0021_refused_rows.sql' with { type: 'text' }
import growth from './tenant/0022_growth.sql' with { type: 'text' }
import plainNames from './tenant/0023_plain_names.sql' with { type: 'text' }
import workDone from './tenant/0024_work_done.sql' with { type: 'text' }
import moved from './tenant/0025_moved.sql' with { type: 'text' }
import lineEquipment from './tenant/0026_line_equipment.sql' with { type: 'text' }
import longLists from './tenant/0027_lists.sql' with { type: 'text' }
import listViews from './tenant/0028_list_views.sql' with { type: 'text' }
import jobBatches from './tenant/0029_job_batches.sql' with { type: 'text' }
import fileNames from './tenant/0030_file_names.sql' with { type: 'text' }
import invoiceMail from './tenant/0031_invoice_mail.sql' with { type: 'text' }
import workedWeeks from './tenant/0032_worked_weeks.sql' with { type: 'text' }
import inbox from './tenant/0033_inbox.sql' with { type: 'text' }
import schedule from './tenant/0034_schedule.sql' with { type: 'text' }
import timeByDay from './tenant/0035_time_by_day.sql' with { type: 'text' }
import laneStays from './tenant/0036_lane_stays.sql' with { type: 'text' }
import pastFigures from './tenant/0037_past_figures.sql' with { type: 'text' }
import notificationDays from './tenant/0038_notification_days.sql' with { type: 'text' }
import invoiceLines from './tenant/0039_invoice_lines.sql' with { type: 'text' }
import deliveries from './tenant/0040_deliveries.sql' with { type: 'text' }
import jobLinks from './tenant/0041_job_links.sql' with { type: 'text' }
import findWorkers from './tenant/0042_find_workers.sql' with { type: 'text' }
import paymentDays from './tenant/0043_payment_days.sql' with { type: 'text' }
import consumers from './tenant/0044_consumers.sql' with { type: 'text' }
import findDeliveries from './tenant/0045_find_deliveries.sql' with { type: 'text' }
import clientPayments from './tenant/0046_client_payments.sql' with { type: 'text' }
import templateRepeats from './tenant/0047_template_repeats.sql' with { type: 'text' }
import vatChanges from './tenant/0048_vat_changes.sql' with { type: 'text' }
import vatReport from './tenant/0049_vat_report.sql' with { type: 'text' }
import reminders from './tenant/0050_reminders.sql' with { type: 'text' }
import invoiceBatches from './tenant/0051_invoice_batches.sql' with { type: 'text' }
import pastel from './tenant/0052_pastel.sql' with { type: 'text' }
import bankLines from './tenant/0053_bank_lines.sql' with { type: 'text' }
import stockWorth from './tenant/0054_stock_worth.sql' with { type: 'text' }
import creditDays from './tenant/0055_credit_days.sql' with { type: 'text' }
import pricesWithVat from './tenant/0056_prices_with_vat.sql' with { type: 'text' }
import purchasing from './tenant/0057_purchasing.sql' with { type: 'text' }
import inputs from './tenant/0058_inputs.sql' with { type: 'text' }
import stockEstimates from './tenant/0059_stock_estimates.sql' with { type: 'text' }
import deposits from './tenant/0060_deposits.sql' with { type: 'text' }
import stockSheets from './tenant/0061_stock_sheets.sql' with { type: 'text' }
import supplierInvoices from './tenant/0062_supplier_invoices.sql' with { type: 'text' }
import plannedLines from './tenant/0063_planned_lines.sql' with { type: 'text' }
import supplierPrices from './tenant/0064_supplier_prices.sql' with { type: 'text' }
import paymentsByDay from './tenant/0065_payments_by_day.sql' with { type: 'text' }
import depositsAsked from './tenant/0066_deposits_asked.sql' with { type: 'text' }
import pastelLog from './tenant/0067_pastel_log.sql' with { type: 'text' }
import receipts from './tenant/0068_receipts.sql' with { type: 'text' }
import reportSchedules from './tenant/0069_report_schedules.sql' with { type: 'text' }
import xero from './tenant/0070_xero.sql' with { type: 'text' }
import webhooks from './tenant/0071_webhooks.sql' with { type: 'text' }
import begunJobs from './tenant/0072_begun_jobs.sql' with { type: 'text' }
import repeatInvoices from './tenant/0073_repeat_invoices.sql' with { type: 'text' }
import releasedReservations from './tenant/0074_released_reservations.sql' with { type: 'text' }
import cell from './tenant/0075_cell.sql' with { type: 'text' }
import invoiceLinks from './tenant/0076_invoice_links.sql' with { type: 'text' }
import findByContact from './tenant/0077_find_by_contact.sql' with { type: 'text' }
import approvedSum from './tenant/0078_approved_sum.sql' with { type: 'text' }
import creditPaidBack from './tenant/0079_credit_paid_back.sql' with { type: 'text' }
import departed from './tenant/0080_departed.sql' with { type: 'text' }
import madeReserves from './tenant/0081_made_reserves.sql' with { type: 'text' }
import creditRestocks from './tenant/0082_credit_restocks.sql' with { type: 'text' }
import invoicesSent from './tenant/0083_invoices_sent.sql' with { type: 'text' }
import receiptsByDate from './tenant/0084_receipts_by_date.sql' with { type: 'text' }
import visitTime from './tenant/0085_visit_time.sql' with { type: 'text' }
import invoicesSending from './tenant/0086_invoices_sending.sql' with { type: 'text' }
import restockedBefore from './tenant/0087_restocked_before.sql' with { type: 'text' }
import depositOnAcceptance from './tenant/0088_deposit_on_acceptance.sql' with { type: 'text' }
import lastStepAction from './tenant/0089_last_step_action.sql' with { type: 'text' }
import jobSignOffs from './tenant/0090_job_signoffs.sql' with { type: 'text' }
import supplierInvoicesOpen from './tenant/0091_supplier_invoices_open.sql' with { type: 'text' }
import removedSignOffs from './tenant/0092_removed_signoffs.sql' with { type: 'text' }
import statementLinks from './tenant/0093_statement_links.sql' with { type: 'text' }
import xeroHeld from './tenant/0094_xero_held.sql' with { type: 'text' }
import foldedNames from './tenant/0095_folded_names.sql' with { type: 'text' }
import jobStepsGiven from './tenant/0096_job_steps_given.sql' with { type: 'text' }
import creditsByNotes from './tenant/0097_credits_by_notes.sql' with { type: 'text' }
import findByNumbers from './tenant/0098_find_by_numbers.sql' with { type: 'text' }
import samplePrices from './tenant/0099_sample_prices.sql' with { type: 'text' }
import returnsByEvent from './tenant/0100_returns_by_event.sql' with { type: 'text' }
import goodsOfLines from './tenant/0101_goods_of_lines.sql' with { type: 'text' }
import papersOfMails from './tenant/0102_papers_of_mails.sql' with { type: 'text' }
import stepsOfTriggers from './tenant/0103_steps_of_triggers.sql' with { type: 'text' }
import sampleCosts from './tenant/0104_sample_costs.sql' with { type: 'text' }
import laidCredits from './tenant/0105_laid_credits.sql' with { type: 'text' }
import chargesRest from './tenant/0106_charges_rest.sql' with { type: 'text' }
import replacedGoods from './tenant/0107_replaced_goods.sql' with { type: 'text' }
import estimateRevisions from './tenant/0108_estimate_revisions.sql' with { type: 'text' }
import webhookEventsByWebhook from './tenant/0109_webhook_events_by_webhook.sql' with { type: 'text' }
import consignedGoods from './tenant/0110_consigned_goods.sql' with { type: 'text' }
import uncreditedReturns from './tenant/0111_uncredited_returns.sql' with { type: 'text' }
import waitingWebhookEvents from './tenant/0112_waiting_webhook_events.sql' with { type: 'text' }

/** Append only: a step that has shipped never changes. */
export const tenantMigrations: Migration[] = [
  { name: '0001_start', sql: start },
  { name: '0002_imports', sql: imports },
  { name: '0003_catalogue', sql: catalogue },
  { name: '0004_notifications', sql: notifications },
  { name: '0005_setup', sql: setup },
  { name: '0006_lists', sql: lists },
  { name: '0007_word_order', sql: wordOrder },
  { name: '0008_due_dates', sql: dueDates },
  { name: '0009_search', sql: search },
  { name: '0010_estimates_sent', sql: estimatesSent },
  { name: '0011_lane_figures', sql: laneFigures },
  { name: '0012_invoice_reviews', sql: invoiceReviews },
  { name: '0013_estimates', sql: estimates },
  { name: '0014_import_slices', sql: importSlices },
  { name: '0015_money', sql: money },
  { name: '0016_claims', sql: claims },
  { name: '0017_estimate_mail', sql: estimateMail },
  { name: '0018_stage_indexes', sql: stageIndexes },
  { name: '0019_invoice_figures', sql: invoiceFigures },
  { name: '0020_unbooked_lines', sql: unbookedLines },
  { name: '0021_refused_rows', sql: refusedRows },
  { name: '0022_growth', sql: growth },
  { name: '0023_plain_names', sql: plainNames },
  { name: '0024_work_done', sql: workDone },
  { name: '0025_moved', sql: moved },
  { name: '0026_line_equipment', sql: lineEquipment },
  { name: '0027_lists', sql: longLists },
  { name: '0028_list_views', sql: listViews },
  { name: '0029_job_batches', sql: jobBatches },
  { name: '0030_file_names', sql: fileNames },
  { name: '0031_invoice_mail', sql: invoiceMail },
  { name: '0032_worked_weeks', sql: workedWeeks },
  { name: '0033_inbox', sql: inbox },
  { name: '0034_schedule', sql: schedule },
  { name: '0035_time_by_day', sql: timeByDay },
  { name: '0036_lane_stays', sql: laneStays },
  { name: '0037_past_figures', sql: pastFigures },
  { name: '0038_notification_days', sql: notificationDays },
  { name: '0039_invoice_lines', sql: invoiceLines },
  { name: '0040_deliveries', sql: deliveries },
  { name: '0041_job_links', sql: jobLinks },
  { name: '0042_find_workers', sql: findWorkers },
  { name: '0043_payment_days', sql: paymentDays },
  { name: '0044_consumers', sql: consumers },
  { name: '0045_find_deliveries', sql: findDeliveries },
  { name: '0046_client_payments', sql: clientPayments },
  { name: '0047_template_repeats', sql: templateRepeats },
  { name: '0048_vat_changes', sql: vatChanges },
  { name: '0049_vat_report', sql: vatReport },
  { name: '0050_reminders', sql: reminders },
  { name: '0051_invoice_batches', sql: invoiceBatches },
  { name: '0052_pastel', sql: pastel },
  { name: '0053_bank_lines', sql: bankLines },
  { name: '0054_stock_worth', sql: stockWorth },
  { name: '0055_credit_days', sql: creditDays },
  { name: '0056_prices_with_vat', sql: pricesWithVat },
  { name: '0057_purchasing', sql: purchasing },
  { name: '0058_inputs', sql: inputs },
  { name: '0059_stock_estimates', sql: stockEstimates },
  { name: '0060_deposits', sql: deposits },
  { name: '0061_stock_sheets', sql: stockSheets },
  { name: '0062_supplier_invoices', sql: supplierInvoices },
  { name: '0063_planned_lines', sql: plannedLines },
  { name: '0064_supplier_prices', sql: supplierPrices },
  { name: '0065_payments_by_day', sql: paymentsByDay },
  { name: '0066_deposits_asked', sql: depositsAsked },
  { name: '0067_pastel_log', sql: pastelLog },
  { name: '0068_receipts', sql: receipts },
  { name: '0069_report_schedules', sql: reportSchedules },
  { name: '0070_xero', sql: xero },
  { name: '0071_webhooks', sql: webhooks },
  { name: '0072_begun_jobs', sql: begunJobs },
  { name: '0073_repeat_invoices', sql: repeatInvoices },
  { name: '0074_released_reservations', sql: releasedReservations },
  { name: '0075_cell', sql: cell },
  { name: '0076_invoice_links', sql: invoiceLinks },
  { name: '0077_find_by_contact', sql: findByContact },
  { name: '0078_approved_sum', sql: approvedSum },
  { name: '0079_credit_paid_back', sql: creditPaidBack },
  { name: '0080_departed', sql: departed },
  { name: '0081_made_reserves', sql: madeReserves },
  { name: '0082_credit_restocks', sql: creditRestocks },
  { name: '0083_invoices_sent', sql: invoicesSent },
  { name: '0084_receipts_by_date', sql: receiptsByDate },
  { name: '0085_visit_time', sql: visitTime },
  { name: '0086_invoices_sending', sql: invoicesSending },
  { name: '0087_restocked_before', sql: restockedBefore },
  { name: '0088_deposit_on_acceptance', sql: depositOnAcceptance },
  { name: '0089_last_step_action', sql: lastStepAction },
  { name: '0090_job_signoffs', sql: jobSignOffs },
  { name: '0091_supplier_invoices_open', sql: supplierInvoicesOpen },
  { name: '0092_removed_signoffs', sql: removedSignOffs },
  { name: '0093_statement_links', sql: statementLinks },
  { name: '0094_xero_held', sql: xeroHeld },
  { name: '0095_folded_names', sql: foldedNames },
  { name: '0096_job_steps_given', sql: jobStepsGiven },
  { name: '0097_credits_by_notes', sql: creditsByNotes },
  { name: '0098_find_by_numbers', sql: findByNumbers },
  { name: '0099_sample_prices', sql: samplePrices },
  { name: '0100_returns_by_event', sql: returnsByEvent },
  { name: '0101_goods_of_lines', sql: goodsOfLines },
  { name: '0102_papers_of_mails', sql: papersOfMails },
  { name: '0103_steps_of_triggers', sql: stepsOfTriggers },
  { name: '0104_sample_costs', sql: sampleCosts },
  { name: '0105_laid_credits', sql: laidCredits },
  { name: '0106_charges_rest', sql: chargesRest },
  { name: '0107_replaced_goods', sql: replacedGoods },
  { name: '0108_estimate_revisions', sql: estimateRevisions },
  { name: '0109_webhook_events_by_webhook', sql: webhookEventsByWebhook },
  { name: '0110_consigned_goods', sql: consignedGoods },
  { name: '0111_uncredited_returns', sql: uncreditedReturns },
  { name: '0112_waiting_webhook_events', sql: waitingWebhookEvents },
]
