import { SaxesParser } from 'saxes';

/** An element of an answer of S3: its own text and its elements. Namespaces are left out. */
export interface XmlNode {
  name: string;
  text: string;
  children: XmlNode[];
}

/** @throws Error when it is none */
export function readXml(text: string): XmlNode {
  const root: XmlNode = { name: '', text: '', children: [] };
  const open: XmlNode[] = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const node: XmlNode = { name, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on('text', (piece) => {
    const node = open.at(-1);
    if (node) node.text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  const [first] = root.children;
  if (!first) throw new Error('an answer without XML');
  return first;
}

/** The text of the first element of that name; empty: there is none. */
export const textOf = (node: XmlNode, name: string): string => node.children.find((child) => child.name === name)?.text ?? '';

export const allOf = (node: XmlNode, name: string): XmlNode[] => node.children.filter((child) => child.name === name);
