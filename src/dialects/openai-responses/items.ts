/** What each tool item shows on its card. One row a type; a new type is a new row. */
import type { ToolStart } from '../../activity/event.js';
import { compact, isRecord, type JsonRecord, textOf } from '../shared/values.js';

type Executor = NonNullable<ToolStart['executor']>;

/** Arguments: JSON or other text as the model wrote it, or a value. Nothing while there is none. */
export type ItemInput = { readonly text: string } | { readonly value: unknown } | undefined;

/** How one type of item becomes a card. */
export interface ItemKind {
  readonly executor: (item: JsonRecord) => Executor;
  /** The tool's own name, where the item has one; else the item's type is the key. */
  readonly named?: boolean;
  readonly title?: (item: JsonRecord) => string;
  /** Its result is an item of its own, so that the call goes on until that one comes. */
  readonly separate?: boolean;
  /** Its arguments come in pieces, so that the card is `pending` until they are whole. */
  readonly streams?: boolean;
  readonly input: (item: JsonRecord) => ItemInput;
  /** Present by key in what it returns. */
  readonly output?: (item: JsonRecord) => { readonly output?: unknown };
  readonly detail?: (item: JsonRecord) => string | undefined;
}

const client = (): Executor => 'client';
const provider = (): Executor => 'provider';
const none = (): undefined => undefined;

/** The field as a value, unless it is not there. */
function valueIn(field: string): (item: JsonRecord) => ItemInput {
  return (item) => (item[field] === undefined || item[field] === null ? undefined : { value: item[field] });
}

function outputIn(field: string): (item: JsonRecord) => { readonly output?: unknown } {
  return (item) => (item[field] === undefined || item[field] === null ? {} : { output: item[field] });
}

function argumentsOf(item: JsonRecord): ItemInput {
  const value = item['arguments'];
  if (typeof value === 'string') return { text: value };
  return value === undefined || value === null ? undefined : { value };
}

/** A server's name beside the tool's, since two servers may offer the same tool. */
function onServer(name: string, item: JsonRecord): string {
  const server = textOf(item['server_label']);
  return server === undefined ? name : `${name} · ${server}`;
}

function actionOf(item: JsonRecord): JsonRecord {
  return isRecord(item['action']) ? item['action'] : {};
}

function searchInput(item: JsonRecord): ItemInput {
  if (!isRecord(item['action'])) return undefined;
  const value = { ...item['action'] };
  Reflect.deleteProperty(value, 'sources');
  return { value };
}

function searchOutput(item: JsonRecord): { readonly output?: unknown } {
  return outputIn('sources')(actionOf(item));
}

function searchDetail(item: JsonRecord): string | undefined {
  const action = actionOf(item);
  return textOf(action['query']) ?? textOf(action['pattern']) ?? textOf(action['url']);
}

function queriesOf(item: JsonRecord): string | undefined {
  const { queries } = item;
  return Array.isArray(queries) ? textOf(queries.filter((query) => typeof query === 'string').join(', ')) : undefined;
}

function byteLength(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}

/** An image stays a value, by reference and once: viewers measure before they show, and a copy would double it. */
export function imageOutput(base64: string, source: JsonRecord): JsonRecord {
  const format = textOf(source['output_format']) ?? 'png';
  const { size, revised_prompt: prompt } = source;
  return compact({
    mediaType: `image/${format}`,
    bytes: byteLength(base64),
    size: textOf(size),
    revisedPrompt: textOf(prompt),
    base64,
  });
}

function imageDetail(item: JsonRecord): string | undefined {
  const result = textOf(item['result']);
  if (result === undefined) return undefined;
  const format = textOf(item['output_format']);
  const size = `${String(Math.ceil(byteLength(result) / 1024))} kB`;
  return [textOf(item['size']), format, size].filter((part) => part !== undefined).join(' · ');
}

function shellExecutor(item: JsonRecord): Executor {
  const environment = isRecord(item['environment']) ? textOf(item['environment']['type']) : undefined;
  return environment?.startsWith('container') === true ? 'provider' : 'client';
}

const kinds: ReadonlyMap<string, ItemKind> = new Map<string, ItemKind>([
  ['function_call', { executor: client, named: true, streams: true, input: argumentsOf }],
  ['custom_tool_call', { executor: client, named: true, streams: true, input: valueIn('input') }],
  ['local_shell_call', { executor: client, title: () => 'Local shell', streams: true, input: valueIn('action') }],
  ['shell_call', { executor: shellExecutor, title: () => 'Shell', streams: true, separate: true, input: valueIn('action') }],
  ['apply_patch_call', { executor: client, title: () => 'Apply patch', streams: true, input: valueIn('operation') }],
  ['computer_call', { executor: client, title: () => 'Computer use', streams: true, input: computerInput }],
  [
    'web_search_call',
    { executor: provider, title: () => 'Web search', input: searchInput, output: searchOutput, detail: searchDetail },
  ],
  [
    'file_search_call',
    {
      executor: provider,
      title: () => 'File search',
      input: (item) => (Array.isArray(item['queries']) ? { value: { queries: item['queries'] } } : undefined),
      output: outputIn('results'),
      detail: queriesOf,
    },
  ],
  [
    'code_interpreter_call',
    {
      executor: provider,
      title: () => 'Code interpreter',
      streams: true,
      input: (item) => (textOf(item['code']) === undefined ? undefined : { value: { code: item['code'] } }),
      output: outputIn('outputs'),
    },
  ],
  [
    'image_generation_call',
    {
      executor: provider,
      title: () => 'Image generation',
      input: none,
      output: (item) => (typeof item['result'] === 'string' ? { output: imageOutput(item['result'], item) } : {}),
      detail: imageDetail,
    },
  ],
  [
    'mcp_call',
    {
      executor: provider,
      named: true,
      title: (item) => onServer(textOf(item['name']) ?? 'mcp_call', item),
      streams: true,
      input: argumentsOf,
      output: outputIn('output'),
    },
  ],
  [
    'mcp_list_tools',
    { executor: provider, title: (item) => onServer('List tools', item), input: none, output: outputIn('tools') },
  ],
  [
    'tool_search_call',
    {
      executor: (item) => (item['execution'] === 'client' ? 'client' : 'provider'),
      title: () => 'Tool search',
      separate: true,
      input: argumentsOf,
    },
  ],
  ['program', { executor: provider, title: () => 'Program', separate: true, input: (item) => textInput(item, 'code') }],
]);

function computerInput(item: JsonRecord): ItemInput {
  const { action, actions, pending_safety_checks: checks } = item;
  const value = compact({ action, actions, pending_safety_checks: checks });
  return Object.keys(value).length > 0 ? { value } : undefined;
}

function textInput(item: JsonRecord, field: string): ItemInput {
  return textOf(item[field]) === undefined ? undefined : { value: { [field]: item[field] } };
}

/** A tool that came after this was written. It is shown under its own type name. */
const later: ItemKind = { executor: provider, named: true, input: argumentsOf, output: outputIn('output') };

/** The card of a type of item; nothing for items that are not tools. */
export function kindOf(type: string): ItemKind | undefined {
  return kinds.get(type) ?? (type.endsWith('_call') ? later : undefined);
}

/** Item types that hold the result of a call which another item opened. */
export function isOutput(type: string): boolean {
  return type.endsWith('_output');
}

/** The key under which renderers find a tool. */
export function toolKeyOf(kind: ItemKind, type: string, item: JsonRecord): string {
  return (kind.named === true ? textOf(item['name']) : undefined) ?? type;
}
