// The account page's list of your reports and what the staff decided. Nothing without reports.

import { useEffect } from "react";
import { formatTime } from "../account/formatTime";
import { fetchReports, markReportsSeen } from "../api/community";
import { useFetch } from "../components/useFetch";
import { messages } from "../messages";

export function OwnReports() {
  const words = messages.community.own;
  const { data } = useFetch(fetchReports, "reports");
  const unseen = data?.some((report) => !report.seen) ?? false;
  useEffect(() => {
    if (unseen) markReportsSeen().catch(() => undefined);
  }, [unseen]);
  if (!data?.length) return null;
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="quiet">{words.text}</p>
      <ul className="credentials">
        {data.map((report) => (
          <li key={report.id}>
            <div>
              <strong>{words.statuses[report.status]}</strong>
              {!report.seen && <span className="badge"> {words.new}</span>}
              {report.note && <p>{report.note}</p>}
              <p className="quiet">
                {words.about({
                  name: report.account.name,
                  date: formatTime(report.created_at),
                })}{" "}
                · {messages.community.report.reasons[report.reason]}
              </p>
              {report.quote && <blockquote className="quiet">{report.quote}</blockquote>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
