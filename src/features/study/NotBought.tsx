/** A lesson that has to be bought first: an offer, nothing that broke. */
export function NotBought({ message, href }: { message: string; href: string }) {
  return (
    <div className="panel grid justify-items-center gap-4 p-8 text-center">
      <p role="status" className="text-base font-semibold">
        {message}
      </p>
      <a className="btn btn-primary" href={href}>
        查看课程与价格
      </a>
    </div>
  );
}
