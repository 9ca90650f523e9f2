import type { ReportingDescriptor } from 'sarif';
import { ruleSchema, type Level, type RuleId } from '../../protocol/report.ts';
import { RULES } from '../../protocol/rules.ts';

/** Description of a rule in Markdown (media/rules), or null where it is not at hand. */
export type RuleHelp = (rule: RuleId) => string | null;

export const SARIF_LEVEL: Record<Level, 'error' | 'warning' | 'note' | 'none'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hidden: 'none',
};

/** The rules as SARIF describes them; a result's `ruleIndex` is the rule's place in `ruleSchema`. */
export function sarifRules(help: RuleHelp): ReportingDescriptor[] {
  return ruleSchema.options.map((id) => {
    const { level, finds } = RULES[id];
    const text = help(id);
    const body = text === null ? finds : withoutLinks(text.replace(/^#[^\n]*\n+/, '').trim());
    const [full] = body.split(/\n\s*\n/, 1);
    return {
      id,
      name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      shortDescription: { text: finds },
      fullDescription: { text: full! },
      help: { text: body, markdown: body },
      defaultConfiguration: { level: SARIF_LEVEL[level] },
      properties: {
        tags: ['maintainability', 'duplication', 'reuse'],
        precision: level === 'warning' ? 'high' : 'medium',
        'problem.severity': level === 'warning' ? 'warning' : 'recommendation',
      },
    };
  });
}

/** The descriptions link to each other as files, which lead nowhere outside their folder. */
function withoutLinks(markdown: string): string {
  return markdown.replace(/\[([^\][]{1,200})\]\([^()\s]{1,200}\.md\)/g, '$1');
}
