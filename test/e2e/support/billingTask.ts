import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAgentTurn } from '../../support/agentTurn.ts';
import type { ModelTurn } from './scriptedModel.ts';

/*
 * A task of three turns on the package `billing` of test/fixtures/agentTurn. The agent reuses what it read, then writes
 * again what it never looked at, then what it had read.
 */

const FORMAT = `"""Amounts as text."""

from billing.money import round_cents


def format_amount(amount, currency):
    """An amount in cents with its currency, for people."""
    cents = round_cents(amount)
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    text = f"{sign}{whole}.{rest:02d}"
    if currency:
        text = f"{text} {currency.upper()}"
    return text
`;

const INVOICE = `"""Invoices."""

from billing.format import format_amount
from billing.money import round_cents
from billing.pricing import DEFAULT_RATE


def _compute_amounts(items, vat_rates):
    """Gross amount of every invoice item."""
    amounts = []
    for item in items:
        vat = vat_rates.get(item.category, DEFAULT_RATE)
        base = item.quantity * item.unit_price
        if item.discount:
            base -= base * item.discount
        amounts.append(round_cents(base * (1 + vat)))
    return amounts


def render_invoice(customer, items, vat_rates):
    """The invoice as plain text, one line an item."""
    amounts = _compute_amounts(items, vat_rates)
    rows = [f"{item.name:<40}{format_amount(amount, None):>10}" for item, amount in zip(items, amounts)]
    return "\\n".join([customer.address, *rows])
`;

const RECEIPT = `"""Receipts."""

from billing.money import round_cents


def _as_text(value, unit):
    number = round_cents(value)
    minus = "-" if number < 0 else ""
    major, minor = divmod(abs(number), 100)
    shown = f"{minus}{major}.{minor:02d}"
    if unit:
        shown = f"{shown} {unit.upper()}"
    return shown


def render_receipt(payment):
    """One line for a payment that came in."""
    return f"Received with thanks: {_as_text(payment.amount, payment.currency)}"
`;

/** `folder` is where the agent works: OpenCode's tools take absolute paths. */
export function billingTask(folder: string): ModelTurn[] {
  const file = (path: string): string => `${folder}/${path}`;
  return [
    {
      prompt: 'Show amounts with their currency',
      steps: [
        { tool: 'read', input: { filePath: file('billing/money.py') } },
        { tool: 'write', input: { filePath: file('billing/format.py'), content: FORMAT } },
        { text: 'Amounts have a text now.' },
      ],
    },
    {
      prompt: 'Write invoices as plain text',
      steps: [
        { tool: 'grep', input: { pattern: 'DEFAULT_RATE =', include: '*.py' } },
        { tool: 'read', input: { filePath: file('billing/format.py') } },
        { tool: 'read', input: { filePath: file('billing/money.py'), offset: 4, limit: 4 } },
        { tool: 'write', input: { filePath: file('billing/invoice.py'), content: INVOICE } },
        { text: 'Invoices can be written.' },
      ],
    },
    {
      prompt: 'Add a receipt for payments',
      steps: [
        { tool: 'bash', input: { command: 'cat billing/format.py | head -12', description: 'Looks at the formatter' } },
        { tool: 'write', input: { filePath: file('billing/receipt.py'), content: RECEIPT } },
        { text: 'Receipts can be written.' },
      ],
    },
  ];
}

/** Makes `folder` the repository that the task begins with: the package `billing`, everything committed. */
export async function makeBillingRepository(folder: string): Promise<void> {
  await makeAgentTurn(folder);
  await rm(join(folder, 'billing', 'invoice.py'));
}
