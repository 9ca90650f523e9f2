import { join } from 'node:path';
import pc from 'picocolors';
import { plain, textReport } from '../engine/reports/text.ts';
import type { Logger } from '../engine/ports/ports.ts';
import type { AuditRequest } from '../protocol/engine.ts';
import type { AuditReport } from '../protocol/report.ts';
import { openFacts } from '../service/server/openFacts.ts';
import { runAudit } from '../service/server/runAudit.ts';
import type { Demo } from './demoHistory.ts';
import { writeDemoLog } from './demoLog.ts';
import { DIST } from './paths.ts';

const logger: Logger = {
  log: (level, topic, message) => {
    if (level === 'error' || level === 'warn') console.error(`${topic}: ${message}`);
  },
};

/** Audits every turn of the demo, with what was there before the first one as the repository's own code. */
export async function auditDemo(demo: Demo): Promise<AuditReport[]> {
  const log = await writeDemoLog(demo);
  const { facts } = await openFacts({ distFolder: DIST, cacheFolder: join(DIST, 'demo/cache'), logger });
  try {
    const reports: AuditReport[] = [];
    for (const [index, { base, head }] of demo.turns.entries()) {
      const request: AuditRequest = {
        root: demo.folder,
        base: { kind: 'revision', revision: base },
        head: { kind: 'revision', revision: head },
        sessionStart: { kind: 'revision', revision: demo.start },
        only: [],
        targets: null,
        turn: { kind: 'logs', files: [log], number: index + 1 },
        settings: {},
        options: {},
        configFile: null,
        baselineFile: null,
        overlay: {},
        trusted: true,
      };
      reports.push((await runAudit(request, { facts, logger, distFolder: DIST })).report);
    }
    return reports;
  } finally {
    await facts.close();
  }
}

/** Prints the report of every turn and a table of the metrics over the turns. */
export function printDemo(demo: Demo, reports: readonly AuditReport[]): void {
  const paint = process.stdout.isTTY && pc.isColorSupported ? pc : plain;
  reports.forEach((report, index) => {
    const turn = demo.turns[index]!;
    console.log(paint.bold(`\nTurn ${index + 1}: ${turn.prompt}`));
    console.log(paint.dim(turn.shows));
    console.log(textReport(report, paint));
  });
  console.log(paint.bold('Over the turns'));
  console.log(metricsTable(reports));
}

/** The metrics over turns as aligned text; `-` where a value is not defined or not measured. */
export function metricsTable(reports: readonly AuditReport[]): string {
  let introduced = 0;
  let resolved = 0;
  const rows = reports.map((report, index) => {
    const { reuse, redundancy, recall, functions } = report.metrics;
    introduced += report.findings.filter(({ status }) => status === 'introduced').length;
    resolved += report.resolved.length;
    return [
      String(index + 1),
      String(functions.new),
      percent(reuse.repo.rate),
      percent(reuse.self.rate),
      percent(recall?.repo.rate ?? null),
      percent(recall?.self.rate ?? null),
      String(redundancy.reimplemented),
      String(introduced),
      String(resolved),
      String(redundancy.duplicatedLines),
      report.verdict ?? '-',
    ];
  });
  const head = [
    'turn',
    'new functions',
    'reuse repo',
    'reuse self',
    'recall repo',
    'recall self',
    're-implemented by calls',
    'introduced so far',
    'resolved so far',
    'duplicated lines',
    'verdict',
  ];
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function percent(rate: number | null): string {
  return rate === null ? '-' : `${Math.round(rate * 100)}%`;
}
